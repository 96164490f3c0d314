// Another address of the page that is open, without leaving it: what carries data-part comes anew, all else stays as it is.
import { watchScrollBoxes } from './scroll.js'

let latest = 0
let pushed = false

addEventListener('popstate', () => {
  if (pushed) location.reload()
})

/** `push` makes the way back lead to the address before. A later call overtakes one that still waits. */
export async function showAddress(address, { push = false } = {}) {
  const turn = ++latest
  try {
    const answer = await fetch(address)
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    if (turn !== latest) return
    renewParts(page)
    document.title = page.title
    pushed ||= push
    history[push ? 'pushState' : 'replaceState'](null, '', address)
    watchScrollBoxes()
  } catch {
    location.assign(address)
  }
}

function renewParts(page) {
  const focused = whatHasFocus()
  for (const part of document.querySelectorAll('[data-part]')) {
    const anew = page.querySelector(`[data-part="${part.dataset.part}"]`)
    keepItems(part, anew)
    part.replaceWith(anew)
  }
  const heir = focused && document.querySelector(focused)
  if (heir && heir !== document.activeElement) heir.focus({ preventScroll: true })
}

/** Items of a list that are in both stay the very elements that they were: nobody's click is lost on one that went. */
function keepItems(part, anew) {
  const items = new Map([...part.querySelectorAll('[data-key]')].map((item) => [item.dataset.key, item]))
  for (const fresh of anew.querySelectorAll('[data-key]')) {
    const item = items.get(fresh.dataset.key)
    if (!item) continue
    const [box, freshBox] = [item, fresh].map((one) => one.querySelector('input'))
    if (box && freshBox) Object.assign(box, { checked: freshBox.checked, disabled: freshBox.disabled })
    fresh.replaceWith(item)
  }
}

/** A selector that finds what has the focus also when it is drawn anew. */
function whatHasFocus() {
  const { activeElement: element } = document
  if (!element?.closest('[data-part]')) return undefined
  if (element.id) return `#${CSS.escape(element.id)}`
  if (element.name) return `[name="${element.name}"][value="${CSS.escape(element.value)}"]`
  const href = element.getAttribute('href')
  return href === null ? undefined : `[data-part] a[href="${CSS.escape(href)}"]`
}
