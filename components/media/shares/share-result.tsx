'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { IconAction } from '@/components/data/icon-action'
import { useApiForm } from '@/components/forms/api-form'
import { Choice } from '@/components/forms/choice'
import { OptionField } from '@/components/forms/option-select'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { formatDateTime } from '@/lib/client/format/time'
import { createShareMutation, revokeShareMutation, sharesQuery } from '@/lib/media/shares/queries'
import { CreateShareRequest } from '@/lib/media/shares/schema'

type ShareResultProps = {
  taskId: string
  /** The number of the image in its task, from 1. */
  picture: number
}

/** Creates, lists and revokes links that show one result to people without an account. */
export function ShareResult(props: ShareResultProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="col-span-2 flex flex-col gap-3">
      <Button variant="outline" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Share2 aria-hidden="true" />
        Share
      </Button>
      {isOpen && <ShareForm {...props} />}
    </div>
  )
}

const lengths = [
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
]

const ShareFields = CreateShareRequest.pick({ hours: true, show_prompt: true })

function ShareForm({ taskId, picture }: ShareResultProps) {
  const create = useMutation(createShareMutation())
  const { control, submit, formState } = useApiForm({
    schema: ShareFields,
    defaultValues: { hours: 24, show_prompt: false },
    send: (fields) => create.mutateAsync({ task_id: taskId, picture, ...fields }),
  })
  const { field: hours } = useController({ control, name: 'hours' })
  const { field: showsPrompt } = useController({ control, name: 'show_prompt' })
  const { errors, isSubmitting } = formState
  return (
    <form
      aria-label="Share"
      onSubmit={submit}
      className="flex flex-col gap-3 rounded-md border border-border bg-muted p-3 text-sm"
    >
      <OptionField
        label="Link expires after"
        options={lengths}
        value={String(hours.value)}
        onValueChange={(value) => hours.onChange(Number(value))}
      />
      <Choice
        label="Include the prompt"
        checked={showsPrompt.value === true}
        onCheckedChange={showsPrompt.onChange}
      />
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      <Button type="submit" variant="default" loading={isSubmitting}>
        Create link
      </Button>
      {create.data && (
        <div role="status" className="flex flex-col gap-2">
          <p className="text-xs text-muted-foreground">Copy it now. It won’t be shown again.</p>
          <div className="flex items-center gap-2">
            <code className="min-w-0 flex-1 truncate font-mono text-xs text-foreground">
              {create.data.url}
            </code>
            <CopyButton value={create.data.url} what="link" label="Copy" />
          </div>
        </div>
      )}
      <OpenShares taskId={taskId} picture={picture} />
    </form>
  )
}

function OpenShares({ taskId, picture }: ShareResultProps) {
  const { data } = useQuery(sharesQuery(taskId))
  const revoke = useMutation(revokeShareMutation())
  const shares = data?.filter((share) => share.picture === picture) ?? []
  if (shares.length === 0) return null
  return (
    <ul aria-label="Open links" className="flex flex-col divide-y divide-border border-t border-border">
      {shares.map((share) => (
        <li
          key={share.id}
          className="flex items-center justify-between gap-2 pt-1 text-xs text-muted-foreground"
        >
          <span className="min-w-0">
            Expires {formatDateTime(share.expires_at)}
            {share.shows_prompt && ', includes the prompt'}
          </span>
          <IconAction
            label="Revoke link"
            icon={Trash2}
            isBusy={revoke.isPending && revoke.variables === share.id}
            onPress={() => revoke.mutate(share.id)}
          />
        </li>
      ))}
    </ul>
  )
}
