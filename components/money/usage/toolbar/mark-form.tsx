'use client'

import { z } from 'zod'
import { useApiForm } from '@/components/forms/api-form'
import { FormText } from '@/components/forms/text-field'
import { Button } from '@/components/ui/button'
import { EndUser, TagText } from '@/lib/money/budgets/schema'
import type { ChangeView, UsageView } from '../view/usage-view'

const Fields = z
  .object({
    user: z.union([z.literal(''), EndUser], 'Enter at most 512 characters.'),
    tag: z.union([z.literal(''), TagText], 'Enter a tag as name:value.'),
  })
  .refine(({ user, tag }) => user === '' || tag === '', {
    path: ['tag'],
    message: 'Filter by one of the two.',
  })

type MarkFormProps = { view: UsageView; onChange: ChangeView }

export function MarkForm({ view, onChange }: MarkFormProps) {
  const { register, submit, formState } = useApiForm({
    schema: Fields,
    defaultValues: { user: view.user ?? '', tag: view.tag ?? '' },
    send: async ({ user, tag }) => onChange({ user: user || null, tag: tag || null }),
  })
  const { errors } = formState
  const plain = { autoComplete: 'off', spellCheck: false }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3 p-3">
      <FormText label="End user" registration={register('user')} error={errors.user?.message} {...plain} />
      <FormText
        label="Tag"
        registration={register('tag')}
        error={errors.tag?.message}
        placeholder="team:search"
        {...plain}
      />
      <Button variant="outline" type="submit">
        Show these requests
      </Button>
    </form>
  )
}
