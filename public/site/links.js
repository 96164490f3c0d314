// Links to the same page with another query (`data-in-place`, "push" or "replace"): it shows where the reader is.
import { showAddress } from './show-address.js'

addEventListener('click', (event) => {
  const link = event.target.closest?.('a[data-in-place]')
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  showAddress(link.href, { push: link.dataset.inPlace === 'push' })
})
