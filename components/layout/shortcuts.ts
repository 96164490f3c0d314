import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent } from 'react'
import { navGroups } from './console-nav'
import { useMay } from './permissions'

/** What a key opens, besides pages. */
export type Opened = 'palette' | 'keys'

type Shortcut = {
  keys: readonly string[]
  does: string
  opens: Opened
  isPressed: (event: KeyboardEvent) => boolean
}

/** The console's keys: the handler follows this table and the letters of the pages, and the dialog lists them. */
export const shortcuts: readonly Shortcut[] = [
  {
    keys: ['Ctrl or ⌘', 'K'],
    does: 'Go to a page, model, key or doc',
    opens: 'palette',
    isPressed: ({ key, metaKey, ctrlKey, shiftKey }) =>
      key.toLowerCase() === 'k' && (metaKey || ctrlKey) && !shiftKey,
  },
  {
    keys: ['?'],
    does: 'List the keys',
    opens: 'keys',
    isPressed: (event) => event.key === '?' && isFree(event),
  },
]

/** Before the letter of a page. */
export const LEADER = 'g'

/** How long the letter may take. */
const LETTER_MILLIS = 1500

/** Neither a combination nor text, and no window or menu is open. */
function isFree({ target, metaKey, ctrlKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (metaKey || ctrlKey || altKey || defaultPrevented) return false
  if (target instanceof Element && target.closest('input, textarea, select, [contenteditable=true]'))
    return false
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu], dialog:modal') === null
}

/** The pages with a letter that this member may open. */
export function usePageLetters(isOperator: boolean) {
  const may = useMay()
  return navGroups(isOperator, may).flatMap(({ items }) =>
    items.flatMap(({ letter, label, href }) => (letter ? [{ letter, label, href }] : [])),
  )
}

export function useShortcuts(isOperator: boolean, onOpen: (opened: Opened) => void): void {
  const router = useRouter()
  const pages = usePageLetters(isOperator)
  const open = useEffectEvent(onOpen)
  const goTo = useEffectEvent((letter: string) => {
    const page = pages.find((one) => one.letter === letter)
    if (page) router.push(page.href)
    return page !== undefined
  })
  useEffect(() => {
    let leaderAt = Number.NEGATIVE_INFINITY
    const onKey = (event: KeyboardEvent) => {
      const pressed = shortcuts.find(({ isPressed }) => isPressed(event))
      if (pressed) {
        event.preventDefault() // instead of the browser's search
        open(pressed.opens)
        return
      }
      if (!isFree(event)) return
      const follows = event.timeStamp - leaderAt < LETTER_MILLIS
      leaderAt = event.key === LEADER && !follows ? event.timeStamp : Number.NEGATIVE_INFINITY
      if (follows && goTo(event.key)) event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
