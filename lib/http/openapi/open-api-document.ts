import type { z } from 'zod'
import type { RouteModule } from '../route-table'
import { describeCallback } from './describe-callback'
import { describeOperation } from './describe-operation'
import { errorSchema } from './error-schema'
import { headerComponents } from './header-components'
import { RefusalResponses } from './refusal-responses'

type Events = Readonly<Record<string, { summary: string; event: z.ZodType }>>

/**
 * The OpenAPI 3.1 document, made of the same declarations that serve the requests; tests hold what is answered to them
 * (`checkReply`, `checkRefusal`). `events`: what is sent to an address that the account's settings name.
 */
export function openApiDocument(
  modules: Readonly<Record<string, RouteModule>>,
  serverUrl: string,
  events: Events = {},
) {
  const refusals = new RefusalResponses()
  const paths = Object.fromEntries(
    Object.entries(modules)
      .filter(([, module]) => !isForOperators(module))
      .map(([path, module]) => [
        path.replace(/\[(\.\.\.)?(\w+)\]/g, '{$2}'),
        Object.fromEntries(
          Object.entries(module)
            .filter(([method]) => method !== 'OPTIONS') // for browsers, not for people
            .map(([method, { route }]) => [
              method.toLowerCase(),
              describeOperation(method, path, route, refusals),
            ]),
        ),
      ]),
  )
  const webhooks = Object.entries(events).map(([name, event]) => [name, describeCallback(event)])
  return {
    openapi: '3.1.0',
    info: { title: 'Portico', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: serverUrl }],
    paths,
    webhooks: Object.fromEntries(webhooks),
    components: {
      securitySchemes,
      schemas: { Error: errorSchema },
      headers: headerComponents,
      responses: refusals.components,
    },
  }
}

/** Operators' addresses are nobody else's business. */
function isForOperators(module: RouteModule): boolean {
  return Object.values(module).every(({ route }) => route.access === 'operator')
}

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key: sk-portico-…' },
  apiKeyHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'The same key, as Anthropic’s clients send it.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'next-auth.session-token',
    description:
      'The session of a person who is signed in at the console, from its own origin alone. Over https the cookie’s name begins with `__Secure-`.',
  },
}
