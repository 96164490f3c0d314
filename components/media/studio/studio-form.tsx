'use client'

import Link from 'next/link'
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useHydrated } from '@/components/data/browser'
import { NoCreditNotice, useNoCredit } from '@/components/money/billing/no-credit'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Kbd } from '@/components/ui/kbd'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import { ApiError } from '@/lib/client/api-client'
import { createId } from '@/lib/client/create-id'
import { paths } from '@/lib/client/paths'

type StudioFormProps = {
  /** The form is complete. */
  isReady: boolean
  isBusy: boolean
  /** Why the last task could not be started. */
  problem: Error | null
  /** The price. */
  cost: ReactNode
  /** The label of the button. */
  verb?: string
  onSubmit: () => void
  children: ReactNode
}

/** The form of a studio, with the price and the button below. */
export function StudioForm(props: StudioFormProps) {
  const { isReady, isBusy, problem, cost, verb = 'Generate', onSubmit, children } = props
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isReady && !isBusy) onSubmit()
  }
  return (
    <form onSubmit={submit} onKeyDown={submitOnShortcut} className="flex min-h-full flex-col">
      {/* Focused fields scroll to above the bar, not behind it. */}
      <div className="flex flex-1 flex-col gap-5 p-4 **:scroll-mb-24 sm:p-5">{children}</div>
      <GenerateBar isReady={isReady} isBusy={isBusy} problem={problem} verb={verb}>
        {cost}
      </GenerateBar>
    </form>
  )
}

/** Ctrl+Enter or ⌘+Enter submits the form. */
function submitOnShortcut(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

type GenerateBarProps = {
  /** The price, beside the button. */
  children: ReactNode
  isReady: boolean
  isBusy: boolean
  /** Why the last task could not be started. */
  problem: Error | null
  verb: string
}

/** The bar below a studio's form, always visible: the error, the price, the shortcut and the button. */
function GenerateBar({ children, isReady, isBusy, problem, verb }: GenerateBarProps) {
  const hasNoCredit = useNoCredit()
  return (
    <div className="sticky bottom-0 z-10 border-t border-border bg-card px-4 py-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-5">
      {hasNoCredit && <NoCreditNotice className="mb-3" />}
      {problem && !(hasNoCredit && isRefusedUnpaid(problem)) && (
        <div className="quiet-scroll mb-3 max-h-40 overflow-y-auto">
          <StartProblem error={problem} />
        </div>
      )}
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">{children}</div>
        <div className="flex shrink-0 items-center gap-3">
          <ShortcutHint />
          <Button
            type="submit"
            variant="default"
            size="lg"
            aria-keyshortcuts="Control+Enter Meta+Enter"
            disabled={!isReady}
            loading={isBusy}
          >
            {verb}
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Hidden on touch screens. The server cannot know the platform. */
function ShortcutHint() {
  const isApple = useHydrated() && /Mac|iPhone|iPad/.test(navigator.platform)
  return (
    <span aria-hidden="true" className="hidden gap-1 pointer-fine:flex">
      <Kbd>{isApple ? '⌘' : 'Ctrl'}</Kbd>
      <Kbd>↵</Kbd>
    </span>
  )
}

const isRefusedUnpaid = (error: Error) => error instanceof ApiError && error.status === 402

/** Why a task could not be started, with a link to billing if credit is missing. */
function StartProblem({ error }: { error: Error }) {
  return (
    <Alert
      tone="danger"
      action={
        isRefusedUnpaid(error) && (
          <Button variant="outline" asChild size="sm">
            <Link href={paths.billing}>Add credit</Link>
          </Button>
        )
      }
    >
      {error.message}
    </Alert>
  )
}

type WaySwitchProps<Way extends string> = {
  label: string
  ways: readonly { value: Way; label: string }[]
  value: Way
  onChange: (way: Way) => void
  className?: string
}

/** The switch of modes at the top of the form. */
export function WaySwitch<Way extends string>(props: WaySwitchProps<Way>) {
  const { label, ways, value, onChange, className } = props
  return (
    <ToggleGroup
      type="single"
      value={value}
      aria-label={label}
      className={cn('w-full [&>*]:flex-1', className)}
      onValueChange={(text) => {
        const way = ways.find((one) => one.value === text)
        if (way) onChange(way.value)
      }}
    >
      {ways.map((way) => (
        <ToggleGroupItem key={way.value} value={way.value}>
          {way.label}
        </ToggleGroupItem>
      ))}
    </ToggleGroup>
  )
}

/** The idempotency key of a request: the same until `forget`, unless the body changes, so that a retry cannot start it twice. */
export function useRetryKey() {
  const last = useRef<{ text: string; key: string } | null>(null)
  function keyOf(body: object): string {
    const text = JSON.stringify(body)
    if (last.current?.text !== text) last.current = { text, key: createId('studio') }
    return last.current.key
  }
  function forget(): void {
    last.current = null
  }
  return { keyOf, forget }
}
