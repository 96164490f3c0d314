'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronRight, Send } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Fact, IdFact } from '@/components/data/facts'
import { LoadError } from '@/components/data/loaded'
import { RelativeTime } from '@/components/data/relative-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { CodeBlock } from '@/components/ui/code-block'
import { DialogBody, DialogFooter, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { Sheet, SheetContent } from '@/components/ui/sheet'
import { Skeleton } from '@/components/ui/skeleton'
import { Spinner } from '@/components/ui/spinner'
import { toast } from '@/components/ui/toast'
import { formatDuration } from '@/lib/client/format/number'
import { prettyJson } from '@/lib/client/format/text'
import { formatDateTime } from '@/lib/client/format/time'
import { deliveryQuery, redeliverMutation } from '@/lib/work/deliveries/queries'
import type { Delivery, DeliveryAttempt, HeaderRecord } from '@/lib/work/deliveries/schema'
import { DeliveryState } from './delivery-panel'

type DeliverySheetProps = { id: string | null; onClose: () => void }

/** One delivery in a drawer, polled while it is pending. */
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
        <LoadError query={delivery} what="The delivery" />
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

function DeliveryDetails({ delivery }: { delivery: Delivery }) {
  return (
    <>
      <DialogHeader className="border-b border-border">
        <DialogTitle className="break-words">{delivery.event}</DialogTitle>
        <p className="text-sm text-muted-foreground">{formatDateTime(delivery.created_at)}</p>
      </DialogHeader>
      <DialogBody className="gap-6 pt-4">
        <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-y-2.5 text-sm [&_dt]:text-faint-foreground">
          <Fact name="Status">
            <DeliveryState delivery={delivery} />
          </Fact>
          {delivery.next_attempt_at && (
            <Fact name="Next attempt">
              <RelativeTime at={delivery.next_attempt_at} />
            </Fact>
          )}
          <Fact name="URL">
            <span className="font-mono text-xs break-all">{delivery.url}</span>
          </Fact>
          {delivery.task_id && <IdFact name="Task" id={delivery.task_id} what="task ID" />}
          <IdFact name="webhook-id" id={delivery.id} what="webhook-id" />
        </dl>
        <section className="flex flex-col gap-2">
          <h3 className="font-medium">Attempts</h3>
          <AttemptList delivery={delivery} />
        </section>
        <section className="flex flex-col gap-2">
          <h3 className="font-medium">Body</h3>
          <CodeBlock
            code={prettyJson(delivery.request_body)}
            copyValue={delivery.request_body}
            language="json"
          />
          <p className="text-xs text-faint-foreground">
            Formatted for reading. Copy gives the exact text that was sent and signed.
          </p>
        </section>
      </DialogBody>
      <RedeliverFooter delivery={delivery} />
    </>
  )
}

function RedeliverFooter({ delivery }: { delivery: Delivery }) {
  const redeliver = useMutation(redeliverMutation())
  const isFirstPending = delivery.status === 'pending' && delivery.attempts.length === 0
  return (
    <DialogFooter>
      <p className="mr-auto text-xs text-faint-foreground">Sends the same webhook-id again.</p>
      <Button
        variant="default"
        disabled={isFirstPending}
        loading={redeliver.isPending}
        onClick={() => redeliver.mutate(delivery.id, { onError: (error) => toast.error(error.message) })}
      >
        <Send aria-hidden="true" />
        Redeliver
      </Button>
    </DialogFooter>
  )
}

/** The attempts of a delivery, newest first; one is open. */
function AttemptList({ delivery }: { delivery: Delivery }) {
  const attempts = delivery.attempts.toReversed()
  const newest = attempts[0]?.number ?? null
  const [chosen, setChosen] = useState<number | 'none' | null>(null)
  const opened = chosen ?? newest
  if (attempts.length === 0)
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-muted-foreground">
        <Spinner />
        The first attempt is in progress.
      </p>
    )
  return (
    <ol reversed className="divide-y divide-border rounded-lg border border-border">
      {attempts.map((attempt) => (
        <li key={attempt.number}>
          <AttemptItem
            attempt={attempt}
            isOpen={opened === attempt.number}
            onToggle={() => setChosen(opened === attempt.number ? 'none' : attempt.number)}
          />
        </li>
      ))}
    </ol>
  )
}

type AttemptItemProps = { attempt: DeliveryAttempt; isOpen: boolean; onToggle: () => void }

/** One attempt: its outcome, and its request and response when opened. */
function AttemptItem({ attempt, isOpen, onToggle }: AttemptItemProps) {
  const contentId = useId()
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={contentId}
        onClick={onToggle}
        className="flex w-full items-center gap-2.5 px-3 py-2.5 text-left text-sm focus-visible:-outline-offset-2 hover:bg-accent/60"
      >
        <ChevronRight
          aria-hidden="true"
          className={cn(
            'size-3.5 shrink-0 text-faint-foreground transition-transform',
            isOpen && 'rotate-90',
          )}
        />
        <span className="figures shrink-0">Attempt {attempt.number}</span>
        <Badge tone={attempt.error === null ? 'success' : 'danger'}>
          {attempt.status_code ?? 'No response'}
        </Badge>
        <span className="figures ml-auto truncate text-xs text-faint-foreground">
          {formatDuration(attempt.duration_ms)} · <RelativeTime at={attempt.at} />
        </span>
      </button>
      <div id={contentId} hidden={!isOpen} className="border-t border-border p-3">
        {isOpen && <AttemptDetails attempt={attempt} />}
      </div>
    </>
  )
}

function AttemptDetails({ attempt }: { attempt: DeliveryAttempt }) {
  const { error, request_headers, response_headers, response, status_code } = attempt
  return (
    <div className="flex flex-col gap-4">
      {error && <p className="text-sm text-destructive-text">{error}</p>}
      <Part title="Request headers">
        <CodeBlock code={toLines(request_headers)} wrap />
      </Part>
      {status_code !== null && response_headers && (
        <Part title={`Response: ${status_code}`}>
          <CodeBlock code={toLines(response_headers)} wrap />
          {response ? (
            <CodeBlock code={prettyJson(response)} copyValue={response} wrap />
          ) : (
            <p className="text-xs text-faint-foreground">The response had no body.</p>
          )}
        </Part>
      )}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <h4 className="text-xs font-medium text-muted-foreground">{title}</h4>
      {children}
    </div>
  )
}

function toLines(headers: HeaderRecord): string {
  return Object.entries(headers)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}
