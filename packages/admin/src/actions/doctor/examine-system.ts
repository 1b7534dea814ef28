import { defineAction } from '../action.js';
import { inputObject, listOf, named, objectOf, oneOf, text, textOrNull } from '../schemas/schemas.js';
import { examineDatabase } from './examine-database.js';
import { examineFiles } from './examine-files.js';
import { examineReplicas } from './examine-replicas.js';
import { examineServices } from './examine-services.js';
import { examineTables } from './examine-tables.js';
import type { Finding } from './finding.js';

const finding = objectOf({
  subject: text,
  severity: oneOf('fine', 'warning', 'error'),
  message: text,
  remedy: textOrNull,
});

export const examineSystem = defineAction({
  summary: 'Examines the database, files, web services, plugins and replicas, and says what to do about what is wrong.',
  input: inputObject({}),
  answer: objectOf({ findings: listOf(named('Finding', finding)) }),
  async run(_input, { system }): Promise<{ readonly findings: readonly Finding[] }> {
    const parts = [
      await examineDatabase(system),
      await examineTables(system),
      await examineServices(system),
      await examineReplicas(system),
      examineFiles(system),
    ];
    return { findings: parts.flat() };
  },
});
