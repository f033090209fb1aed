// @ts-check
// Turns the server's OpenAPI description into TypeScript declarations.

/**
 * The part of a JSON Schema that the server's description uses.
 * @typedef {object} Schema
 * @property {string} [$ref]
 * @property {string | string[]} [type]
 * @property {string} [description]
 * @property {Record<string, Schema>} [properties]
 * @property {string[]} [required]
 * @property {Schema | false} [items]
 * @property {Schema[]} [prefixItems]
 * @property {Schema[]} [oneOf]
 * @property {unknown[]} [enum]
 */

/** @typedef {{content?: Record<string, {schema: Schema}>}} Body */
/** @typedef {{requestBody?: Body, responses: Record<string, Body>}} Operation */
/** @typedef {{paths: Record<string, Record<string, Operation>>, components: {schemas: Record<string, Schema>}}} OpenApi */

const HEAD = `// Made from the server's OpenAPI description by \`npm run generate\`: change the Rust types instead.
`;

/**
 * Declarations of all schemas, and of what each request takes and answers.
 * @param {OpenApi} description
 */
export function declarations({ paths, components: { schemas } }) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );
  const requests = operations.flatMap(({ name, operation }) => body(name, operation.requestBody));
  const responses = operations.flatMap(({ name, operation }) =>
    Object.entries(operation.responses).flatMap(([status, response]) =>
      status.startsWith("2") ? body(name, response) : [],
    ),
  );
  const types = Object.entries(schemas).map(
    ([name, schema]) => `${comment(schema, "")}export type ${name} = ${type(schema, "")};\n`,
  );
  return [HEAD, ...types, table("Requests", requests), table("Responses", responses)].join("\n");
}

/**
 * @param {string} name
 * @param {Body} [described]
 * @returns {[string, Schema][]}
 */
function body(name, described) {
  const schema = described?.content?.["application/json"]?.schema;
  return schema ? [[name, schema]] : [];
}

/**
 * @param {string} name
 * @param {[string, Schema][]} entries
 */
function table(name, entries) {
  const lines = entries.map(([key, schema]) => `  ${JSON.stringify(key)}: ${type(schema, "  ")};\n`);
  return `export interface ${name} {\n${lines.join("")}}\n`;
}

/**
 * @param {Schema} schema
 * @param {string} indent
 * @returns {string}
 */
function type(schema, indent) {
  if (schema.$ref) {
    return nameOf(schema.$ref);
  }
  if (schema.enum) {
    return union(schema.enum.map((value) => JSON.stringify(value)));
  }
  if (schema.oneOf) {
    return union(schema.oneOf.map((one) => type(one, indent)));
  }
  const names = [schema.type ?? []].flat();
  return names.length === 0 ? "unknown" : union(names.map((name) => named(name, schema, indent)));
}

/**
 * @param {string} name
 * @param {Schema} schema
 * @param {string} indent
 */
function named(name, schema, indent) {
  switch (name) {
    case "integer":
      return "number";
    case "array":
      return array(schema, indent);
    case "object":
      return object(schema, indent);
    default:
      return name;
  }
}

/**
 * @param {Schema} schema
 * @param {string} indent
 */
function array({ items, prefixItems }, indent) {
  if (prefixItems) {
    return `[${prefixItems.map((item) => type(item, indent)).join(", ")}]`;
  }
  const item = items ? type(items, indent) : "unknown";
  return item.includes(" ") ? `Array<${item}>` : `${item}[]`;
}

/**
 * @param {Schema} schema
 * @param {string} indent
 */
function object({ properties, required = [] }, indent) {
  if (!properties) {
    return "Record<string, unknown>";
  }
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? "" : "?";
    return `${comment(schema, inner)}${inner}${name}${mark}: ${type(schema, inner)};\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}

/** @param {string[]} types */
const union = (types) => [...new Set(types)].join(" | ");

/** @param {string} ref */
const nameOf = (ref) => ref.slice(ref.lastIndexOf("/") + 1);

/**
 * @param {Schema} schema
 * @param {string} indent
 */
function comment({ description }, indent) {
  return description ? `${indent}/** ${description.replaceAll("\n", `\n${indent} * `)} */\n` : "";
}
