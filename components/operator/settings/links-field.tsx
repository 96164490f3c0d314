'use client'

import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { useFieldArray } from 'react-hook-form'
import { z } from 'zod'
import { useApiForm } from '@/components/forms/api-form'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { sentenceOf } from '@/lib/client/format/text'
import type { SettingValue } from '@/lib/operator/settings/schema'

const Links = z.object({
  links: z.array(z.object({ label: z.string().trim(), url: z.string().trim() })),
})
type Links = z.infer<typeof Links>

type LinksFieldProps = {
  links: Links['links']
  /** Rejects with what the API found wrong. */
  save: (links: SettingValue) => Promise<unknown>
}

/** A list of links, each with a label and a URL, saved together. */
export function LinksField({ links, save }: LinksFieldProps) {
  const errorId = useId()
  const { register, control, submit, formState } = useApiForm<Links, Links>({
    schema: Links,
    defaultValues: { links },
    send: (typed) =>
      save(typed.links).catch((error: unknown) => {
        throw error instanceof Error ? new Error(sentenceOf(error)) : error
      }),
  })
  const { fields, append, remove } = useFieldArray({ control, name: 'links' })
  const { errors, isDirty, isSubmitting } = formState
  return (
    <form noValidate className="flex flex-col gap-2" onSubmit={submit}>
      {fields.map(({ id }, index) => (
        <div key={id} className="flex min-w-0 items-center gap-2">
          <Input
            aria-label={`Label of link ${index + 1}`}
            placeholder="Terms"
            className="w-28 shrink-0"
            {...register(`links.${index}.label`)}
          />
          <Input
            aria-label={`URL of link ${index + 1}`}
            type="url"
            placeholder="https://example.com/terms"
            aria-describedby={errors.root ? errorId : undefined}
            {...register(`links.${index}.url`)}
          />
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Remove link ${index + 1}`}
            onClick={() => remove(index)}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      ))}
      {errors.root && (
        <p id={errorId} role="alert" className="text-xs break-words text-destructive-text">
          {errors.root.message}
        </p>
      )}
      <div className="flex gap-2">
        <Button
          variant="outline"
          size="sm"
          onClick={() => append({ label: '', url: '' }, { shouldFocus: false })}
        >
          <Plus aria-hidden="true" />
          Add link
        </Button>
        <Button variant="outline" type="submit" size="sm" disabled={!isDirty} loading={isSubmitting}>
          Save links
        </Button>
      </div>
    </form>
  )
}
