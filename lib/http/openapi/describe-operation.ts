import { perMinuteOf } from '../limits'
import { DEFAULT_MAX_BODY_BYTES } from '../read-json-body'
import type { Route } from '../route'
import { scopeOf } from '../scope-of'
import { describeCallback } from './describe-callback'
import { describeParameters } from './describe-parameters'
import { describeSuccesses } from './describe-successes'
import { jsonSchemaOf } from './json-schema-of'
import { operationIdOf } from './operation-id-of'
import type { RefusalResponses } from './refusal-responses'
import { tagOf } from './tag-of'

/** One method at one address. */
export function describeOperation(method: string, path: string, route: Route, refusals: RefusalResponses) {
  const { summary, callback } = route.declaration
  return {
    operationId: operationIdOf(method, path),
    tags: [tagOf(path)],
    summary,
    description: describeLimit(route),
    security: securityOf(route, method),
    parameters: describeParameters(route),
    ...describeBody(route.declaration),
    responses: { ...describeSuccesses(route), ...refusals.of(route, method) },
    ...(callback && {
      callbacks: { [callback.field]: { [`{$request.body#/${callback.field}}`]: describeCallback(callback) } },
    }),
  }
}

function describeLimit({ access, declaration }: Route): string {
  const of = access === 'public' ? 'address' : 'key'
  return `At most ${perMinuteOf(declaration.limit)} requests a minute of one ${of} (group \`${declaration.limit}\`).`
}

function securityOf(route: Route, method: string) {
  if (route.access === 'public') return []
  const session = { session: [] }
  if (route.declaration.isForPerson) return [session]
  const scopes = [scopeOf(route, method)]
  return [{ bearer: scopes }, { apiKeyHeader: scopes }, session]
}

function describeBody({ body, example, isBodyOptional, reads, maxBodyBytes }: Route['declaration']) {
  const schema = body ?? reads?.body
  if (schema === undefined) return {}
  if (schema === '*/*') return { requestBody: { required: true, content: { '*/*': {} } } }
  const json = { schema: jsonSchemaOf(schema, 'input'), ...(example !== undefined && { example }) }
  return {
    requestBody: {
      required: !isBodyOptional,
      description: `At most ${maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES} bytes.`,
      content: { 'application/json': json },
    },
  }
}
