import type { ReactNode } from 'react'
import { sentenceOf } from '@/lib/client/format/text'
import { Button } from './button'
import { cn } from './cn'

type ErrorStateProps = {
  title: string
  error: Error
  onRetry?: () => void
  retrying?: boolean
  className?: string
  action?: ReactNode
}

/** In place of a list that could not be loaded: what happened, and what to do. */
export function ErrorState({ title, error, onRetry, retrying, className, action }: ErrorStateProps) {
  const requestId = 'requestId' in error && typeof error.requestId === 'string' ? error.requestId : null
  return (
    <div role="alert" className={cn('flex flex-col items-center px-6 py-14 text-center', className)}>
      <p className="text-base font-medium text-foreground">{title}</p>
      <p className="mt-1 max-w-md text-sm text-balance break-words text-muted-foreground">
        {sentenceOf(error)}
      </p>
      {requestId && <p className="mt-2 font-mono text-xs text-faint-foreground">{requestId}</p>}
      <div className="mt-5 flex gap-2">
        {onRetry && (
          <Button variant="outline" onClick={onRetry} loading={retrying ?? false}>
            Try again
          </Button>
        )}
        {action}
      </div>
    </div>
  )
}
