// Copies what a button carries in data-copy, and lets it say so for a moment.
const SAID_MILLIS = 1600
const timers = new WeakMap()

addEventListener('click', async ({ target }) => {
  const button = target.closest?.('[data-copy]')
  if (button && (await writeClipboard(button.dataset.copy))) say(button)
})

function say(button) {
  const words = button.querySelector('[aria-live]')
  clearTimeout(timers.get(button))
  button.dataset.copied = ''
  words.textContent = 'Copied'
  timers.set(
    button,
    setTimeout(() => {
      delete button.dataset.copied
      words.textContent = ''
    }, SAID_MILLIS),
  )
}

/** The clipboard API exists on https and localhost only; elsewhere the old way through a selection still works. */
async function writeClipboard(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.style.position = 'fixed'
    area.style.opacity = '0'
    document.body.append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    return done
  }
}
