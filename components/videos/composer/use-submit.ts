import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { toast } from 'sonner'
import { createId } from '@/lib/client/create-id'
import { createVideoMutation } from '@/lib/videos/queries'
import type { CreateVideoBody } from '@/lib/videos/schema'

type SubmitEvents = { onStarted?: () => void; onFailure?: (message: string) => void }

/** Starts a task. What failed to reach us is sent again under the same key, so that it cannot start twice. */
export function useSubmit() {
  const create = useMutation(createVideoMutation())
  const last = useRef<{ text: string; key: string } | null>(null)

  function submit(body: CreateVideoBody, { onStarted, onFailure }: SubmitEvents = {}): void {
    const text = JSON.stringify(body)
    if (last.current?.text !== text) last.current = { text, key: createId('studio') }
    create.mutate(
      { body, idempotencyKey: last.current.key },
      {
        onSuccess: () => {
          last.current = null
          toast.success('Queued')
          onStarted?.()
        },
        onError: ({ message }) => onFailure?.(message),
      },
    )
  }

  return { submit, isBusy: create.isPending, problem: create.error }
}
