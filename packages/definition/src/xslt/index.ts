export { applyTemplate, prepareTemplate } from './apply-template.js';
export { findTemplateProblem, findPlace, type TemplatePlace } from './template-problem.js';
export { XsltError, type XsltStage } from './engine.js';
