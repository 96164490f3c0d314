/** Makes every named control show what the query says of it; what it does not speak of is empty. */
export function fillForm(form: HTMLFormElement, query: URLSearchParams): void {
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.name !== '') fillInput(control, query)
    if (control instanceof HTMLSelectElement && control.name !== '') {
      const wanted = query.get(control.name) ?? ''
      const found = [...control.options].find(({ value }) => value === wanted) ?? control.options[0]
      if (found) found.selected = true
    }
  }
}

function fillInput(input: HTMLInputElement, query: URLSearchParams): void {
  const values = query.getAll(input.name)
  // What the page hides in the form is the page's to say.
  if (input.type === 'hidden') return
  if (input.type === 'checkbox') input.checked = values.includes(input.value)
  else if (input.type === 'radio') input.checked = (values[0] ?? '') === input.value
  else input.value = values[0] ?? ''
}
