'use client'

import { useRouter, useSearchParams } from 'next/navigation'
import { type FormEvent, type ReactNode, useEffect, useRef, useTransition } from 'react'

/** The search is sent when typing pauses. */
const TYPING_MILLIS = 220

type FilterFormProps = {
  /** The page's address. */
  action: string
  label: string
  children: ReactNode
}

/**
 * A form whose state is the address: every change navigates, and the controls show what the address says. Without JavaScript
 * its buttons do the same. While the next page loads, the form has `data-pending`.
 */
export function FilterForm({ action, label, children }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isPending, startTransition] = useTransition()
  const router = useRouter()
  // As text: the same address may arrive as another object while a change is being sent.
  const address = useSearchParams().toString()
  useEffect(() => {
    if (form.current) showAddress(form.current, new URLSearchParams(address))
  }, [address])
  useEffect(() => () => clearTimeout(timer.current), [])

  function show(way: 'push' | 'replace', submitter?: HTMLElement | null) {
    clearTimeout(timer.current)
    if (!form.current) return
    const query = queryOf(form.current, submitter)
    startTransition(() =>
      router[way](query === '' ? action : `${action}?${query}`, { scroll: way === 'push' }),
    )
  }

  function change({ target }: FormEvent) {
    if (!isControl(target) || target.name === '') return
    if (target.type !== 'search') return show('replace')
    clearTimeout(timer.current)
    timer.current = setTimeout(show, TYPING_MILLIS, 'replace')
  }

  return (
    <form
      ref={form}
      method="get"
      action={action}
      aria-label={label}
      data-pending={isPending ? '' : undefined}
      className="group/filter"
      onChange={change}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !isControl(event.target) || event.target.type !== 'search') return
        event.preventDefault() // Enter would press the first button of the form
        show('replace')
      }}
      onSubmit={(event) => {
        event.preventDefault()
        show('push', event.nativeEvent.submitter)
      }}
    >
      {children}
    </form>
  )
}

type Control = HTMLInputElement | HTMLSelectElement

const isControl = (element: unknown): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement

/** Empty values, which are the defaults, are left out of the address. */
function queryOf(form: HTMLFormElement, submitter?: HTMLElement | null): string {
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(form, submitter))
    if (typeof value === 'string' && value !== '') query.append(name, value)
  return query.toString()
}

/** Sets the controls to the address, which a link or the Back button may have changed. */
function showAddress(form: HTMLFormElement, address: URLSearchParams) {
  for (const control of form.elements) {
    if (!isControl(control) || control.name === '' || control.type === 'hidden') continue
    const values = address.getAll(control.name)
    if (control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio'))
      control.checked = values.length === 0 ? control.value === '' : values.includes(control.value)
    else if (control !== document.activeElement) control.value = values[0] ?? ''
  }
}
