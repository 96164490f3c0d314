'use client'

import { buttonStyle } from '@/components/ui/button-style'
import { MessagePage } from './message-page'

type BrokenPageProps = { error: Error & { digest?: string }; onRetry: () => void }

/** What stands where a page could not be drawn: with little code of its own, for every page carries it along. The message stays on the server; its digest finds it in the log. */
export function BrokenPage({ error, onRetry }: BrokenPageProps) {
  const isIncomplete = isMissingPart(error)
  // React would only draw again what the server sent: its error, or nothing.
  const needsReload = isIncomplete || error.digest !== undefined
  return (
    <MessagePage
      title={isIncomplete ? 'This page could not be loaded.' : 'This page could not be shown.'}
      {...(error.digest ? { code: `Error ${error.digest}` } : {})}
      action={
        <>
          <button
            type="button"
            className={buttonStyle({ variant: 'primary', size: 'lg' })}
            onClick={needsReload ? () => window.location.reload() : onRetry}
          >
            Try again
          </button>
          {/* The whole document anew: what is broken here may be the application itself. */}
          <a href="/" className={buttonStyle({ size: 'lg' })}>
            Go home
          </a>
        </>
      }
    >
      {isIncomplete
        ? 'A part of it did not arrive. The connection may be gone, or this service was just updated.'
        : 'Something went wrong on our side.'}
      {error.digest && ' If it happens again, the number above tells the operator where to look.'}
    </MessagePage>
  )
}

/** A script of ours that failed to load, and is not requested again in this document. */
function isMissingPart({ name, message }: Error): boolean {
  return name === 'ChunkLoadError' || /^(failed to load|loading) (css )?chunk/i.test(message)
}
