'use client'

import { buttonVariants } from '@/components/ui/button-variants'
import { MessagePage } from './message-page'

type BrokenPageProps = { error: Error & { digest?: string }; reset: () => void }

/**
 * Shown where a page failed to render. Every page loads it, so it imports little. The error's message stays on the server; the
 * digest finds it in the log.
 */
export function BrokenPage({ error, reset }: BrokenPageProps) {
  const isIncomplete = isMissingPart(error)
  // React would only render again what the server sent: an error, or nothing.
  const needsReload = isIncomplete || error.digest !== undefined
  return (
    <MessagePage
      title={isIncomplete ? 'This page could not be loaded' : 'This page could not be shown'}
      {...(error.digest ? { code: `Error ${error.digest}` } : {})}
      action={
        <>
          <button
            type="button"
            className={buttonVariants({ variant: 'default', size: 'lg' })}
            onClick={needsReload ? () => window.location.reload() : reset}
          >
            Try again
          </button>
          {/* A full page load: the application itself may be what is broken. */}
          <a href="/" className={buttonVariants({ variant: 'outline', size: 'lg' })}>
            Go home
          </a>
        </>
      }
    >
      {isIncomplete
        ? 'Part of it did not arrive. The connection may have dropped, or this service was just updated.'
        : 'Something went wrong on our side.'}
      {error.digest && ' If it happens again, give the error number to the operator of this service.'}
    </MessagePage>
  )
}

/** A script failed to load. The browser does not request it again on this page. */
function isMissingPart({ name, message }: Error): boolean {
  return name === 'ChunkLoadError' || /^(failed to load|loading) (css )?chunk/i.test(message)
}
