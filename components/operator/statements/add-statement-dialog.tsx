'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { SubmitFooter, useApiForm } from '@/components/forms/api-form'
import { FileDrop } from '@/components/forms/file-drop'
import { OptionField } from '@/components/forms/option-select'
import { FormText } from '@/components/forms/text-field'
import { Alert } from '@/components/ui/alert'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { toast } from '@/components/ui/toast'
import { addStatementMutation } from '@/lib/operator/accounts/queries'
import { operatorProvidersQuery } from '@/lib/operator/admin/catalog-queries'

type AddStatementDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export function AddStatementDialog({ open, onOpenChange }: AddStatementDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Compare a statement</DialogTitle>
          <DialogDescription>
            From a CSV with a day, a model and a cost in US dollars, or fetched from the provider.
          </DialogDescription>
        </DialogHeader>
        {open && <AddStatementForm onDone={() => onOpenChange(false)} />}
      </DialogContent>
    </Dialog>
  )
}

const Fields = z.object({
  provider_id: z.string().min(1, 'Choose a provider.'),
  start_date: z.string(),
  end_date: z.string(),
})

function AddStatementForm({ onDone }: { onDone: () => void }) {
  const { data: providers = [] } = useQuery(operatorProvidersQuery())
  const add = useMutation(addStatementMutation())
  const [file, setFile] = useState<File | null>(null)
  const { register, control, submit, watch, formState } = useApiForm({
    schema: Fields,
    defaultValues: { provider_id: '', start_date: '', end_date: '' },
    send: async ({ provider_id, start_date, end_date }) => {
      const source = file === null ? { start_date, end_date } : { csv: await file.text() }
      await add.mutateAsync({ provider_id, ...source })
      toast.success('The statement is being compared')
      onDone()
    },
  })
  const { errors, isSubmitting } = formState
  const chosen = providers.find(({ id }) => id === watch('provider_id'))?.account
  const canFetch = chosen?.has_statements === true && chosen.admin_key !== null
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <DialogBody className="gap-4">
        <Controller
          control={control}
          name="provider_id"
          render={({ field }) => (
            <OptionField
              label="Provider"
              placeholder="Choose a provider"
              error={errors.provider_id?.message}
              options={providers.map(({ id, name }) => ({ value: id, label: name }))}
              value={field.value}
              onValueChange={field.onChange}
            />
          )}
        />
        <FileDrop accept=".csv,text/csv" className="px-4 py-6" onFiles={([one]) => setFile(one ?? null)}>
          {file?.name ?? 'Drop or choose a CSV'}
        </FileDrop>
        {file === null && canFetch && (
          <div className="grid gap-4 sm:grid-cols-2">
            <FormText
              label="From"
              type="date"
              registration={register('start_date')}
              error={errors.start_date?.message}
            />
            <FormText
              label="To"
              type="date"
              registration={register('end_date')}
              error={errors.end_date?.message}
            />
          </div>
        )}
        {file === null && chosen?.has_statements && !canFetch && (
          <p className="text-sm text-muted-foreground">
            With an admin key of this provider, statements can be fetched without a file.
          </p>
        )}
        {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      </DialogBody>
      <SubmitFooter onCancel={onDone} disabled={file === null && !canFetch} loading={isSubmitting}>
        Compare
      </SubmitFooter>
    </form>
  )
}
