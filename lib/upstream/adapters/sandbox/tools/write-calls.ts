import { newId } from '@/lib/platform/ids'
import { isRecord } from '@/lib/platform/is-record'
import type { Conversation } from '../conversation/conversation'
import type { SandboxTool } from '../conversation/request-schema'
import { MessageFacts } from '../material/message-facts'
import { MessageMaterial } from '../material/message-material'
import { readKeyword } from '../schema/read-keyword'
import { splitName } from '../schema/split-name'
import { writeValue } from '../schema/write-value'
import type { ToolCall } from './tool-call'

const MOST_CALLS = 16
const placeWords = ['city', 'location', 'place', 'town', 'where', 'region', 'country']

/** The calls of the chosen tools, their arguments taken from the message: one for each of several places. */
export function writeCalls(
  tools: readonly SandboxTool[],
  { ask }: Conversation,
  isParallel: boolean,
): ToolCall[] {
  return tools
    .flatMap((tool) => argumentTexts(tool, ask, isParallel).map((text) => ({ tool, text })))
    .slice(0, MOST_CALLS)
    .map(({ tool, text }) => ({ id: newCallId(), name: tool.name, arguments: writeArguments(tool, text) }))
}

/** The message once for each call: where it names several places, each call is left with one of them. */
function argumentTexts(tool: SandboxTool, message: string, isParallel: boolean): string[] {
  const { places } = new MessageFacts(message)
  if (!isParallel || places.length < 2 || !takesOnePlace(tool)) return [message]
  return places.map(
    (place) => `${places.reduce((text, other) => text.replaceAll(other, ' '), message)} in ${place}`,
  )
}

function takesOnePlace({ parameters }: SandboxTool): boolean {
  if (!isRecord(parameters)) return false
  const properties = [...readKeyword.schemaMap(parameters, 'properties')]
  const places = properties.filter(([name]) => splitName(name).some((word) => placeWords.includes(word)))
  const [, schema] = places[0] ?? []
  return places.length === 1 && isRecord(schema) && schema.type === 'string'
}

function writeArguments({ parameters }: SandboxTool, text: string): string {
  const value = writeValue(parameters ?? { type: 'object' }, new MessageMaterial(text), 'mentioned')
  return JSON.stringify(isRecord(value) ? value : {})
}

function newCallId(): string {
  return `call_${newId('req').slice('req_'.length)}`
}
