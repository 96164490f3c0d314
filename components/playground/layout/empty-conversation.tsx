import type { Conversation } from '../state/conversation'
import { usePlaygroundStore } from '../store/playground-context'
import { examples } from './examples'

/** Before the first message: what may be tried. An example is put into the box, not sent: it costs money. */
export function EmptyConversation({ conversation }: { conversation: Conversation }) {
  const store = usePlaygroundStore()
  return (
    <div className="my-auto w-full">
      <p className="text-lg font-semibold text-ink">What would you like to try?</p>
      <p className="mt-1 text-sm text-muted">
        Messages go to the public API and are paid from your balance. Conversations stay in this browser.
      </p>
      <ul className="mt-5 grid gap-2 sm:grid-cols-2">
        {examples.map((example) => (
          <li key={example.title}>
            <button
              type="button"
              onClick={() => {
                store.dispatch(conversation.id, { type: 'settings-changed', change: example.settings })
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
