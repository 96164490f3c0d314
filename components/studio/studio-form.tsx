import type { FormEvent, ReactNode } from 'react'
import { GenerateBar } from './generate-bar'
import { submitOnShortcut } from './submit-on-shortcut'

type StudioFormProps = {
  /** All that is needed is there. */
  isReady: boolean
  isBusy: boolean
  /** Why the last task could not be started. */
  problem: Error | null
  /** What it will cost. */
  cost: ReactNode
  onSubmit: () => void
  children: ReactNode
}

/** What a task is asked for in, with the price and the button below. */
export function StudioForm({ isReady, isBusy, problem, cost, onSubmit, children }: StudioFormProps) {
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isReady && !isBusy) onSubmit()
  }
  return (
    <form onSubmit={submit} onKeyDown={submitOnShortcut} className="flex min-h-full flex-col">
      {/* What is focused comes to stand above the bar, not behind it. */}
      <div className="flex flex-1 flex-col gap-5 p-4 **:scroll-mb-24 sm:p-5">{children}</div>
      <GenerateBar isReady={isReady} isBusy={isBusy} problem={problem}>
        {cost}
      </GenerateBar>
    </form>
  )
}
