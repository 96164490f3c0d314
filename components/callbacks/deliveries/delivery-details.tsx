'use client'

import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { toast } from 'sonner'
import { RelativeTime } from '@/components/data/relative-time'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import { DialogBody, DialogFooter, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { redeliverMutation } from '@/lib/callbacks/queries'
import type { Delivery } from '@/lib/callbacks/schema'
import { prettyJson } from '@/lib/client/format/text'
import { formatDateTime } from '@/lib/client/format/time'
import { AttemptList } from './attempt-list'
import { DeliveryState } from './delivery-state'

export function DeliveryDetails({ delivery }: { delivery: Delivery }) {
  return (
    <>
      <DialogHeader className="border-b border-line">
        <DialogTitle className="break-words">{delivery.event}</DialogTitle>
        <p className="text-sm text-muted">{formatDateTime(delivery.created_at)}</p>
      </DialogHeader>
      <DialogBody className="gap-6 pt-4">
        <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-y-2.5 text-sm [&_dt]:text-faint">
          <Row name="Status">
            <DeliveryState delivery={delivery} />
          </Row>
          {delivery.next_attempt_at && (
            <Row name="Next attempt">
              <RelativeTime at={delivery.next_attempt_at} />
            </Row>
          )}
          <Row name="URL">
            <span className="font-mono text-xs break-all">{delivery.url}</span>
          </Row>
          {delivery.task_id && <IdRow name="Task" id={delivery.task_id} what="the task’s id" />}
          <IdRow name="webhook-id" id={delivery.id} what="the webhook-id" />
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
          <p className="text-xs text-faint">
            Formatted to be read; copied exactly as it was sent and signed.
          </p>
        </section>
      </DialogBody>
      <RedeliverFooter delivery={delivery} />
    </>
  )
}

function RedeliverFooter({ delivery }: { delivery: Delivery }) {
  const redeliver = useMutation(redeliverMutation())
  const isFirstUnderWay = delivery.status === 'pending' && delivery.attempts.length === 0
  return (
    <DialogFooter>
      <p className="mr-auto text-xs text-faint">The same webhook-id is sent again.</p>
      <Button
        variant="primary"
        disabled={isFirstUnderWay}
        loading={redeliver.isPending}
        onClick={() => redeliver.mutate(delivery.id, { onError: (error) => toast.error(error.message) })}
      >
        <Send aria-hidden="true" />
        Redeliver
      </Button>
    </DialogFooter>
  )
}

function IdRow({ name, id, what }: { name: string; id: string; what: string }) {
  return (
    <Row name={name}>
      <span className="flex items-center gap-1">
        <span className="truncate font-mono text-xs">{id}</span>
        <CopyButton value={id} what={what} className="-my-1.5" />
      </span>
    </Row>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}
