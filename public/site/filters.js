// A form whose state is the address: every change shows at once. Without this the button inside does the same.
import { showAddress } from './show-address.js'

const TYPING_MILLIS = 220
let timer

const filterOf = (control) => control.closest?.('form[data-filter]')
const isSearch = (control) => control.type === 'search'

addEventListener('input', ({ target }) => {
  const form = filterOf(target)
  if (!form || !isSearch(target)) return
  clearTimeout(timer)
  timer = setTimeout(show, TYPING_MILLIS, form)
})

addEventListener('change', ({ target }) => {
  const form = filterOf(target)
  if (form && target.name !== '' && !isSearch(target)) show(form)
})

addEventListener('keydown', (event) => {
  const form = filterOf(event.target)
  if (!form || event.key !== 'Enter' || !isSearch(event.target)) return
  event.preventDefault() // it would press the first button of the form, whatever that does
  show(form)
})

// What is at its default is no part of the address.
addEventListener('formdata', ({ target, formData }) => {
  if (!filterOf(target)) return
  for (const [name, value] of [...formData]) if (value === '') formData.delete(name)
})

async function show(form) {
  clearTimeout(timer)
  const query = new URLSearchParams(new FormData(form))
  form.dataset.pending = ''
  await showAddress(query.size === 0 ? form.action : `${form.action}?${query}`)
  delete form.dataset.pending
}
