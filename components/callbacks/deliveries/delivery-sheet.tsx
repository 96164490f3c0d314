'use client'

import { useQuery } from '@tanstack/react-query'
import { DialogTitle } from '@/components/ui/dialog'
import { ErrorState } from '@/components/ui/error-state'
import { Sheet, SheetContent } from '@/components/ui/sheet'
import { Skeleton } from '@/components/ui/skeleton'
import { deliveryQuery } from '@/lib/callbacks/queries'
import { DeliveryDetails } from './delivery-details'

type DeliverySheetProps = { id: string | null; onClose: () => void }

/** One delivery in a drawer, followed while it is on its way. */
export function DeliverySheet({ id, onClose }: DeliverySheetProps) {
  return (
    <Sheet open={id !== null} onOpenChange={(open) => !open && onClose()}>
      <SheetContent className="sm:w-[min(42rem,calc(100vw-2.5rem))]" aria-describedby={undefined}>
        {id !== null && <OpenedDelivery id={id} />}
      </SheetContent>
    </Sheet>
  )
}

function OpenedDelivery({ id }: { id: string }) {
  const delivery = useQuery(deliveryQuery(id))
  if (delivery.data) return <DeliveryDetails delivery={delivery.data} />
  return (
    <>
      <DialogTitle className="sr-only">Delivery</DialogTitle>
      {delivery.error ? (
        <ErrorState
          title="The delivery could not be loaded"
          error={delivery.error}
          onRetry={() => void delivery.refetch()}
          retrying={delivery.isFetching}
        />
      ) : (
        <div role="status" className="flex flex-col gap-4 p-5">
          <span className="sr-only">Loading the delivery</span>
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="w-1/3" />
          <Skeleton className="mt-4 h-24" />
        </div>
      )}
    </>
  )
}
