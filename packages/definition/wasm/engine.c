/* What JavaScript calls: compiles templates, and takes XML through them. Texts are UTF-8; nothing is read but what is passed in. */
#include <libexslt/exslt.h>
#include <libxml/parser.h>
#include <libxml/xmlerror.h>
#include <libxslt/documents.h>
#include <libxslt/security.h>
#include <libxslt/transform.h>
#include <libxslt/xsltInternals.h>
#include <libxslt/xsltutils.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(name)))
#define TEMPLATE_NAME "template"
#define FUNCTIONS_NAME "Kernel/GenericInterface/Mapping/OTOBOFunctions.xsl"

/* Nested templates, as the family's engine has it. */
#define MOST_DEPTH 250
#define MOST_MESSAGE 4000
#define MOST_OUTPUT (32 * 1024 * 1024)
/* Characters that the entities of a document stand for; libxml2 copies all text before each of them. */
#define MOST_ENTITY_TEXT 1000000
/* What each of them costs beside its characters. */
#define ENTITY_COST 100
#define JSON_NAMESPACE "urn:ticketgate:json"

static const char FUNCTIONS[] =
    "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' xmlns:func='http://exslt.org/functions'"
    " xmlns:otobo='http://otobo.org' extension-element-prefixes='func'>"
    "<func:function name='otobo:date-xsd-to-iso'><xsl:param name='date'/>"
    "<func:result select=\"translate(substring($date, 1, 19), 'T', ' ')\"/></func:function>"
    "<func:function name='otobo:date-iso-to-xsd'><xsl:param name='date'/>"
    "<func:result select=\"concat(translate(substring($date, 1, 19), ' ', 'T'), substring('Z', 1 + not(string($date))))\"/>"
    "</func:function></xsl:stylesheet>";

enum stage { DONE, LOAD_TEMPLATE, PARSE_TEMPLATE, LOAD_DATA, MAP, WRITE, READ_RESULT };

/* How the last call ended; engine.ts reads it. */
static struct {
  int stage;
  /* Of the template, or 0. */
  int line;
  /* JSON of the result, or what libxml2 and libxslt said. */
  const char *text;
  int length;
} report;

static char message[MOST_MESSAGE];
static int said, wrong, line;
static xmlBufferPtr json;

static void say(const char *text) {
  int length = strlen(text);
  if (length > MOST_MESSAGE - said) length = MOST_MESSAGE - said;
  memcpy(message + said, text, length);
  said += length;
}

static void on_error(void *unused, xmlErrorPtr error) {
  if (error->level < XML_ERR_ERROR) return;
  wrong = 1;
  if (line == 0 && error->domain != XML_FROM_XPATH) line = error->line;
  say(error->message == NULL ? "out of memory\n" : error->message);
}

static void on_message(void *unused, const char *format, ...) {
  char text[1000];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  say(text);
}

static void begin(void) { said = wrong = line = 0; }

static int end(enum stage stage) {
  report.stage = stage;
  report.line = line;
  report.text = stage == DONE ? (const char *)xmlBufferContent(json) : message;
  report.length = stage == DONE ? xmlBufferLength(json) : said;
  return stage == DONE;
}

static xmlParserInputPtr refuse_entity(const char *url, const char *id, xmlParserCtxtPtr context) {
  wrong = 1;
  say("External entities are not read.\n");
  return NULL;
}

static int entity_text;

static int text_length(xmlNodePtr node) {
  int length = 0;
  for (; node != NULL; node = node->next)
    length += node->type == XML_ELEMENT_NODE ? text_length(node->children) : node->content == NULL ? 0 : xmlStrlen(node->content);
  return length;
}

static xmlEntityPtr get_entity(void *context, const xmlChar *name) {
  xmlEntityPtr entity = xmlSAX2GetEntity(context, name);
  if (entity == NULL || entity->etype == XML_INTERNAL_PREDEFINED_ENTITY) return entity;
  entity_text += ENTITY_COST + (entity->children == NULL ? entity->length : text_length(entity->children));
  if (entity_text <= MOST_ENTITY_TEXT) return entity;
  if (!wrong) say("The entities stand for more than 1,000,000 characters.\n");
  wrong = 1;
  xmlStopParser(context);
  return NULL;
}

static xmlDocPtr parse(const char *text, int length, const char *name) {
  entity_text = 0;
  xmlParserCtxtPtr context = xmlNewParserCtxt();
  context->sax->getEntity = get_entity;
  xmlDocPtr document = xmlCtxtReadMemory(context, text, length, name, NULL, XML_PARSE_NOENT | XML_PARSE_NONET);
  xmlFreeParserCtxt(context);
  if (document == NULL || !wrong) return document;
  xmlFreeDoc(document);
  return NULL;
}

static int ends_with_functions(const char *url) {
  int from = strlen(url) - strlen(FUNCTIONS_NAME);
  return from >= 0 && strcmp(url + from, FUNCTIONS_NAME) == 0 && (from == 0 || url[from - 1] == '/');
}

static xmlDocPtr load_document(const xmlChar *url, xmlDictPtr names, int options, void *context, xsltLoadType type) {
  if (type == XSLT_LOAD_STYLESHEET && ends_with_functions((const char *)url))
    return xmlReadMemory(FUNCTIONS, sizeof FUNCTIONS - 1, (const char *)url, NULL, options);
  if (strcmp((const char *)url, TEMPLATE_NAME) == 0) return NULL;
  say("Files and addresses are not read: ");
  say((const char *)url);
  say("\n");
  if (type == XSLT_LOAD_DOCUMENT && context != NULL) ((xsltTransformContextPtr)context)->state = XSLT_STATE_STOPPED;
  return NULL;
}

static void forbid_files(void) {
  xsltSecurityPrefsPtr security = xsltNewSecurityPrefs();
  for (int option = XSLT_SECPREF_WRITE_FILE; option <= XSLT_SECPREF_WRITE_NETWORK; option++)
    xsltSetSecurityPrefs(security, option, xsltSecurityForbid);
  xsltSetDefaultSecurityPrefs(security);
}

EXPORT("start") void *start(void) {
  xmlInitParser();
  xmlSetExternalEntityLoader(refuse_entity);
  xmlSetStructuredErrorFunc(NULL, on_error);
  xmlSetGenericErrorFunc(NULL, on_message);
  xsltSetGenericErrorFunc(NULL, on_message);
  xsltSetLoaderFunc(load_document);
  xsltMaxDepth = MOST_DEPTH;
  exsltRegisterAll();
  forbid_files();
  json = xmlBufferCreate();
  xmlBufferSetAllocationScheme(json, XML_BUFFER_ALLOC_DOUBLEIT);
  return &report;
}

/* NULL when it fails. */
EXPORT("compile") xsltStylesheetPtr compile(const char *text, int length) {
  begin();
  xmlDocPtr document = parse(text, length, TEMPLATE_NAME);
  if (document == NULL) return end(LOAD_TEMPLATE), NULL;
  xsltStylesheetPtr sheet = xsltParseStylesheetDoc(document);
  if (sheet != NULL && sheet->errors == 0) return sheet;
  if (sheet == NULL)
    xmlFreeDoc(document);
  else
    xsltFreeStylesheet(sheet);
  return end(PARSE_TEMPLATE), NULL;
}

EXPORT("release") void release(xsltStylesheetPtr sheet) { xsltFreeStylesheet(sheet); }

static void add_text(const xmlChar *text) {
  static const char HEX[] = "0123456789abcdef";
  const xmlChar *from = text;
  for (; *text != 0; text++) {
    if (*text >= ' ' && *text != '"' && *text != '\\') continue;
    char escape[] = {'\\', 'u', '0', '0', HEX[*text >> 4], HEX[*text & 15]};
    xmlBufferAdd(json, from, text - from);
    xmlBufferAdd(json, (const xmlChar *)escape, sizeof escape);
    from = text + 1;
  }
  xmlBufferAdd(json, from, text - from);
}

/* {"name": "value", …} of the attributes: those in our namespace by their local names, others with @ before. Nothing without any. */
static void add_attributes(xmlNodePtr element) {
  const char *before = ",{\"";
  for (xmlAttrPtr attribute = element->properties; attribute != NULL; attribute = attribute->next) {
    int ours = attribute->ns != NULL && strcmp((const char *)attribute->ns->href, JSON_NAMESPACE) == 0;
    xmlChar *value = xmlNodeListGetString(element->doc, attribute->children, 1);
    xmlBufferCCat(json, before);
    if (!ours) xmlBufferCCat(json, "@");
    if (!ours && attribute->ns != NULL && attribute->ns->prefix != NULL) {
      add_text(attribute->ns->prefix);
      xmlBufferCCat(json, ":");
    }
    add_text(attribute->name);
    xmlBufferCCat(json, "\":\"");
    if (value != NULL) add_text(value);
    xmlBufferCCat(json, "\"");
    xmlFree(value);
    before = ",\"";
  }
  if (before[1] != '{') xmlBufferCCat(json, "}");
}

/* ["name", {attributes}, children…]; a text is a string. Comments and instructions are left out. */
static void add_element(xmlNodePtr element) {
  xmlBufferCCat(json, "[\"");
  if (element->ns != NULL && element->ns->prefix != NULL) {
    add_text(element->ns->prefix);
    xmlBufferCCat(json, ":");
  }
  add_text(element->name);
  xmlBufferCCat(json, "\"");
  add_attributes(element);
  for (xmlNodePtr child = element->children; child != NULL; child = child->next) {
    if (child->type == XML_ELEMENT_NODE) {
      xmlBufferCCat(json, ",");
      add_element(child);
    } else if (child->type == XML_TEXT_NODE || child->type == XML_CDATA_SECTION_NODE) {
      xmlBufferCCat(json, ",\"");
      add_text(child->content);
      xmlBufferCCat(json, "\"");
    }
  }
  xmlBufferCCat(json, "]");
}

static enum stage read_result(const xmlChar *text, int length) {
  if (text == NULL || length == 0) return WRITE;
  if (length > MOST_OUTPUT) return say("The result has more than 32 MB.\n"), READ_RESULT;
  wrong = 0;
  xmlDocPtr result = parse((const char *)text, length, NULL);
  if (result == NULL) return READ_RESULT;
  xmlBufferEmpty(json);
  add_element(xmlDocGetRootElement(result));
  xmlFreeDoc(result);
  return DONE;
}

static enum stage map(xsltStylesheetPtr sheet, xmlDocPtr data) {
  xsltTransformContextPtr context = xsltNewTransformContext(sheet, data);
  xmlDocPtr result = xsltApplyStylesheetUser(sheet, data, NULL, NULL, NULL, context);
  enum stage stage = MAP;
  if (result != NULL && context->state == XSLT_STATE_OK) {
    xmlChar *text = NULL;
    int length = 0;
    xsltSaveResultToString(&text, &length, result, sheet);
    stage = read_result(text, length);
    xmlFree(text);
  }
  xmlFreeDoc(result);
  xsltFreeTransformContext(context);
  return stage;
}

EXPORT("transform") int transform(xsltStylesheetPtr sheet, const char *text, int length) {
  begin();
  xmlDocPtr data = parse(text, length, NULL);
  line = 0;
  if (data == NULL) return end(LOAD_DATA);
  enum stage stage = map(sheet, data);
  xmlFreeDoc(data);
  line = 0;
  return end(stage);
}

EXPORT("reserve") void *reserve(int length) { return malloc(length); }
EXPORT("forget") void forget(void *memory) { free(memory); }
