// The API reference as a page of the guides: every operation with its parameters, fields and answers, without a script. Whoever
// wants to try one opens the explorer, which is a megabyte.
import type { Frame } from './layout.js';

/** What the page shows of an OpenAPI document. The document is our own (dist/openapi.json). */
export type Document = {
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
};

type Operation = {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly responses?: Readonly<Record<string, { readonly description?: string }>>;
};

type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
};

type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
};

type Listed = Operation & { readonly method: string; readonly path: string };

export const REFERENCE_TITLE = 'API reference';
export const REFERENCE_TEXT = 'Every path, field and answer of the interface.';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

export function ReferencePage({ basePath, document }: Pick<Frame, 'basePath'> & { readonly document: Document }) {
  const operations = Object.entries(document.paths).flatMap(([path, ways]) =>
    METHODS.flatMap((method): Listed[] => (ways[method] === undefined ? [] : [{ ...ways[method], method, path }])),
  );
  const groups = (document.tags ?? []).map((tag) => ({
    ...tag,
    operations: operations.filter(({ tags }) => tags?.[0] === tag.name),
  }));
  return (
    <main id="text" class="operations">
      <h1>{REFERENCE_TITLE}</h1>
      <p>{REFERENCE_TEXT}</p>
      <p>
        <a class="button" href={`${basePath}/docs/explorer`}>
          Try it in the explorer
        </a>{' '}
        <a href={`${basePath}/openapi.json`}>OpenAPI document</a>
      </p>
      {groups.map(({ name, description, operations: own }) => (
        <section key={name}>
          <h2 id={idOf(name)}>{name}</h2>
          {description !== undefined && <p>{description}</p>}
          {own.map((operation) => (
            <OperationPart key={`${operation.method} ${operation.path}`} operation={operation} document={document} />
          ))}
        </section>
      ))}
    </main>
  );
}

function OperationPart({ operation, document }: { readonly operation: Listed; readonly document: Document }) {
  const { method, path, summary, description, operationId, parameters = [], responses = {} } = operation;
  const body = bodyOf(operation, document);
  return (
    <details id={operationId}>
      <summary>
        <code>
          <b>{method.toUpperCase()}</b> {path}
        </code>{' '}
        {summary}
      </summary>
      {description !== undefined && <p>{description}</p>}
      {parameters.length > 0 && (
        <FieldList
          title="Parameters"
          fields={parameters.map((one) => ({ ...one, kind: one.in, isRequired: one.required === true }))}
        />
      )}
      {body.length > 0 && <FieldList title="Body" fields={body} />}
      <h3>Answers</h3>
      <dl>
        {Object.entries(responses).map(([status, answer]) => (
          <div key={status}>
            <dt>
              <code>{status}</code>
            </dt>
            <dd>{answer.description}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

type ShownField = {
  readonly name: string;
  readonly kind: string;
  readonly isRequired: boolean;
  readonly description?: string | undefined;
};

function FieldList({ title, fields }: { readonly title: string; readonly fields: readonly ShownField[] }) {
  return (
    <>
      <h3>{title}</h3>
      <dl>
        {fields.map(({ name, kind, isRequired, description }) => (
          <div key={`${kind} ${name}`}>
            <dt>
              <code>{name}</code> <small>{[kind, ...(isRequired ? ['required'] : [])].join(', ')}</small>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The fields of a body, and those inside of them by their whole names, such as `customer.email`. */
function bodyOf({ requestBody }: Listed, document: Document): ShownField[] {
  const schema = requestBody?.content?.['application/json']?.schema;
  return schema === undefined ? [] : fieldsOf(schema, document, '', DEEPEST);
}

const DEEPEST = 2;

function fieldsOf(schema: Schema, document: Document, within: string, depth: number): ShownField[] {
  const { properties = {}, required = [] } = resolved(schema, document);
  return Object.entries(properties).flatMap(([name, given]) => {
    const field = resolved(given, document);
    const kind = typeof field.type === 'string' ? field.type : (field.type ?? []).join(' or ');
    const shown = { name: within + name, kind, isRequired: required.includes(name), description: field.description };
    return [shown, ...(depth === 1 ? [] : fieldsOf(field, document, `${within}${name}.`, depth - 1))];
  });
}

function resolved(schema: Schema, document: Document): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return (name === undefined ? undefined : document.components?.schemas?.[name]) ?? schema;
}

function idOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}
