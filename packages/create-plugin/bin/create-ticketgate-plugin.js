#!/usr/bin/env node
import { createPlugin } from '../dist/index.js';

process.exitCode = createPlugin(process.argv.slice(2));
