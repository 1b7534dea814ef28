export { applyTemplate, prepareTemplate } from './apply-template.js';
export { findTemplateProblem, type TemplateProblem } from './find-template-problem.js';
export { findPlace, type TemplatePlace } from './template-place.js';
export { XsltError, type XsltStage } from './xslt-error.js';
