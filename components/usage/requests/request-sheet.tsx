'use client'

import { useQuery } from '@tanstack/react-query'
import { DialogBody, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Sheet, SheetContent } from '@/components/ui/sheet'
import { Spinner } from '@/components/ui/spinner'
import { ApiError } from '@/lib/client/api-client'
import { recentRequestQuery } from '@/lib/usage/queries'
import type { RecentItem } from '@/lib/usage/schema'
import { RequestDetails } from './request-details'

type RequestSheetProps = {
  id: string | null
  /** The request, where a list has it already. */
  known: RecentItem | undefined
  zone: string | undefined
  onClose: () => void
}

/** One request in a drawer: what was asked of whom, how it went, and its bill. */
export function RequestSheet({ id, known, zone, onClose }: RequestSheetProps) {
  return (
    <Sheet open={id !== null} onOpenChange={(open) => !open && onClose()}>
      <SheetContent {...(known ? {} : { 'aria-describedby': undefined })}>
        {id &&
          (known ? <RequestDetails request={known} zone={zone} /> : <FetchedRequest id={id} zone={zone} />)}
      </SheetContent>
    </Sheet>
  )
}

/** A request that only the address knows of. */
function FetchedRequest({ id, zone }: { id: string; zone: string | undefined }) {
  const { data, error, refetch, isFetching } = useQuery(recentRequestQuery(id))
  if (data) return <RequestDetails request={data} zone={zone} />
  return (
    <>
      <DialogHeader className="border-b border-line">
        <DialogTitle className="break-words">Request</DialogTitle>
      </DialogHeader>
      <DialogBody className="items-center justify-center">
        {error instanceof ApiError && error.code === 'not_found' ? (
          <EmptyState
            title="No such request"
            description={`Nothing of yours that reached a provider has the id ${id}. What was refused before (a 400, 401, 402, 403, 404 or 429) is not kept.`}
          />
        ) : error ? (
          <ErrorState
            title="The request could not be loaded"
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <Spinner label="Loading the request" />
        )}
      </DialogBody>
    </>
  )
}
