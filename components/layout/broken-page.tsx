'use client'

import { Button } from '@/components/ui/button'
import { paths } from '@/lib/client/paths'
import { MessagePage } from './message-page'

type BrokenPageProps = { error: Error & { digest?: string }; onRetry: () => void }

/** What stands where a page could not be drawn. The message stays on the server; its digest finds it in the log. */
export function BrokenPage({ error, onRetry }: BrokenPageProps) {
  return (
    <MessagePage
      title="This page could not be shown."
      {...(error.digest ? { code: error.digest } : {})}
      action={
        <>
          <Button variant="primary" size="lg" onClick={onRetry}>
            Try again
          </Button>
          {/* The whole document anew: what is broken here may be the application itself. */}
          <Button asChild size="lg">
            <a href={paths.home}>Go home</a>
          </Button>
        </>
      }
    >
      Something went wrong on our side.
      {error.digest && ' If it happens again, the line above tells the operator where to look.'}
    </MessagePage>
  )
}
