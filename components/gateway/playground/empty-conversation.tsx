import { exampleSchema, exampleTools } from './conversation/json-settings'
import { defaultSettings, type Settings } from './conversation/settings'
import { useConversation, usePlaygroundStore } from './store/context'

/** Examples to begin with. A click fills the message box and does not send, because sending costs money. */
export function EmptyConversation() {
  const store = usePlaygroundStore()
  const { id } = useConversation()
  return (
    <div className="my-auto w-full">
      <p className="text-lg font-semibold text-ink">What would you like to try?</p>
      <p className="mt-1 text-sm text-muted">
        Messages use the public API and are charged to your balance. Conversations are saved only in this
        browser.
      </p>
      <ul className="mt-5 grid gap-2 sm:grid-cols-2">
        {examples.map((example) => (
          <li key={example.title}>
            <button
              type="button"
              onClick={() => {
                store.dispatch(id, { type: 'settings-changed', change: example.settings })
                store.update({ pending: { text: example.text, images: [] } })
                store.focusPrompt()
              }}
              className="flex h-full w-full flex-col rounded-lg border border-line bg-surface px-3.5 py-3 text-left transition-colors duration-100 hover:border-line-strong hover:bg-hover"
            >
              <span className="text-sm font-medium text-ink">{example.title}</span>
              <span className="mt-0.5 line-clamp-2 text-sm text-muted">{example.text}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

type Example = { title: string; text: string; settings: Partial<Settings> }

const plain: Partial<Settings> = {
  responseFormat: defaultSettings.responseFormat,
  toolsText: defaultSettings.toolsText,
  toolChoice: defaultSettings.toolChoice,
}

/** Each shows another feature. The sandbox answers all of them offline. */
const examples: Example[] = [
  {
    title: 'List',
    text: 'List the planets of the solar system.',
    settings: plain,
  },
  {
    title: 'Summarize',
    text: 'Summarize in one sentence: A gateway sits between your apps and the models they use. It keeps the provider keys, counts the tokens and adds up the costs, so your apps do not have to. When a model fails, it tries another one.',
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
