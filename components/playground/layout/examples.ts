import { exampleSchema } from '../request/parse-schema'
import { exampleTools } from '../request/parse-tools'
import { defaultSettings, type Settings } from '../state/settings'

export type Example = { title: string; text: string; settings: Partial<Settings> }

const plain: Partial<Settings> = {
  responseFormat: defaultSettings.responseFormat,
  toolsText: defaultSettings.toolsText,
  toolChoice: defaultSettings.toolChoice,
}

/** Each shows another thing that a gateway must carry; the sandbox can answer them all without an upstream. */
export const examples: Example[] = [
  {
    title: 'List',
    text: 'List the planets of the solar system.',
    settings: plain,
  },
  {
    title: 'Summarise',
    text: 'Summarise in one sentence: A gateway stands between programs and the models they use. It keeps the keys, counts the tokens and adds up the costs, so that no program has to. When a model fails, it asks another, and nobody notices.',
    settings: plain,
  },
  {
    title: 'Call a tool',
    text: 'What is the weather in Lisbon right now?',
    settings: { ...plain, toolsText: exampleTools },
  },
  {
    title: 'Answer in JSON',
    text: 'Ada Lovelace is 36 years old and lives in London.',
    settings: { ...plain, responseFormat: 'json_schema', schemaText: exampleSchema },
  },
]
