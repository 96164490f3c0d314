'use client'

import { usePathname, useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useEffect, useRef, useTransition } from 'react'
import { cn } from '@/components/ui/cn'
import { fillForm } from './fill-form'

const TYPING_MILLIS = 220

type FilterFormProps = {
  /** The address' own query: `?modality=chat`, or nothing. What the controls show follows it. */
  address: string
  label: string
  className?: string
  children: ReactNode
}

/**
 * A form whose state is the address. With JavaScript every change shows at once, without it the button inside does the
 * same. While a new answer is under way the form carries `data-pending`.
 */
export function FilterForm({ address, label, className, children }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const router = useRouter()
  const pathname = usePathname()
  const [isPending, startTransition] = useTransition()

  // Another address than the one the controls led to (a link, the way back): they show it too.
  useEffect(() => {
    if (form.current && !isPending && timer.current === undefined)
      fillForm(form.current, new URLSearchParams(address))
  }, [address, isPending])
  useEffect(() => () => clearTimeout(timer.current), [])

  function show(submitter?: HTMLElement | null) {
    clearTimeout(timer.current)
    timer.current = undefined
    if (!form.current) return
    const data = new FormData(form.current, submitter)
    const query = new URLSearchParams()
    for (const [name, value] of data) if (typeof value === 'string' && value !== '') query.append(name, value)
    const target = query.size === 0 ? pathname : `${pathname}?${query}`
    startTransition(() => (submitter ? router.push(target) : router.replace(target, { scroll: false })))
  }

  function onInput({ target }: FormEvent<HTMLFormElement>) {
    if (!(target instanceof HTMLInputElement) || target.type !== 'search') return
    clearTimeout(timer.current)
    timer.current = setTimeout(show, TYPING_MILLIS)
  }

  return (
    <form
      ref={form}
      method="get"
      action={pathname}
      aria-label={label}
      data-pending={isPending || undefined}
      className={cn('group/filter', className)}
      onInput={onInput}
      onChange={({ target }) => {
        if (!(target instanceof HTMLInputElement && (target.type === 'search' || target.name === ''))) show()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        const { submitter } =
          event.nativeEvent instanceof SubmitEvent ? event.nativeEvent : { submitter: null }
        show(submitter)
      }}
    >
      {children}
    </form>
  )
}
