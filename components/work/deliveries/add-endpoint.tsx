import { useMutation } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { FormText } from '@/components/forms/text-field'
import { useApiForm } from '@/components/forms/use-api-form'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { createEndpointMutation } from '@/lib/work/deliveries/queries'
import { AccountEvent } from '@/lib/work/deliveries/schema'
import { accountEvents, EventChoices } from './event-choices'

/** The URL of a webhook, as typed. */
export const WebhookUrl = z
  .string()
  .trim()
  .refine(URL.canParse, 'Enter a full URL, such as https://example.com/webhooks.')

const NewEndpoint = z.object({ url: WebhookUrl, events: z.array(AccountEvent) })

/** The form of a new endpoint. */
export function AddEndpoint() {
  const create = useMutation(createEndpointMutation())
  const { register, control, submit, resetField, formState } = useApiForm({
    schema: NewEndpoint,
    defaultValues: { url: '', events: accountEvents },
    otherwise: 'url',
    send: async (endpoint) => {
      await create.mutateAsync(endpoint)
      resetField('url')
      toast.success('Endpoint added')
    },
  })
  const { field: events } = useController({ control, name: 'events' })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 border-t border-border p-4">
      <FormText
        label="New endpoint"
        autoFocus
        registration={register('url')}
        error={formState.errors.url?.message}
        type="url"
        autoComplete="off"
        placeholder="https://example.com/webhooks"
      />
      <EventChoices chosen={events.value} onChange={events.onChange} />
      <div>
        <Button variant="outline" type="submit" loading={formState.isSubmitting}>
          Add endpoint
        </Button>
      </div>
    </form>
  )
}
