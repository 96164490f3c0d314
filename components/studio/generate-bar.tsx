'use client'

import type { ReactNode } from 'react'
import { useHydrated } from '@/components/data/browser'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { StartProblem } from './start-problem'

type GenerateBarProps = {
  /** What it will cost, beside the button. */
  children: ReactNode
  isReady: boolean
  isBusy: boolean
  /** Why the last task could not be started. */
  problem: Error | null
}

/** The foot of a studio's form, always in sight: what went wrong, the price, the shortcut and the button. */
export function GenerateBar({ children, isReady, isBusy, problem }: GenerateBarProps) {
  return (
    <div className="sticky bottom-0 z-10 border-t border-line bg-surface px-4 py-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-5">
      {problem && (
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
            variant="primary"
            size="lg"
            aria-keyshortcuts="Control+Enter Meta+Enter"
            disabled={!isReady}
            loading={isBusy}
          >
            Generate
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Touch screens have no such keys. The server does not know whose they are. */
function ShortcutHint() {
  const isApple = useHydrated() && /Mac|iPhone|iPad/.test(navigator.platform)
  return (
    <span aria-hidden="true" className="hidden gap-1 pointer-fine:flex">
      <Kbd>{isApple ? '⌘' : 'Ctrl'}</Kbd>
      <Kbd>↵</Kbd>
    </span>
  )
}
