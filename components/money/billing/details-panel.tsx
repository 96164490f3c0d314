'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { LoadError, RowsSkeleton } from '@/components/data/loaded'
import { NativeSelect } from '@/components/forms/native-controls'
import { FormText } from '@/components/forms/text-field'
import { useApiForm } from '@/components/forms/use-api-form'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import { billingDetailsQuery, saveBillingDetailsMutation } from '@/lib/money/orders/queries'
import { BillingDetails, countries } from '@/lib/money/orders/settings-schema'

/** The buyer's details on invoices and receipts. */
export function DetailsPanel() {
  const details = useQuery(billingDetailsQuery())
  return (
    <Panel aria-label="Billing details">
      <PanelHeader
        title="Billing details"
        description="Shown on future invoices and receipts. Existing ones do not change."
      />
      {details.isPending && <RowsSkeleton what="billing details" rows={7} />}
      <LoadError query={details} what="Billing details" />
      {details.data && <DetailsForm details={details.data} />}
    </Panel>
  )
}

/** In rows of two. */
const texts = [
  ['name', 'Company or full name', 'organization'],
  ['tax_id', 'Tax ID (VAT, GST or EIN)', 'off'],
  ['line1', 'Address line 1', 'address-line1'],
  ['line2', 'Address line 2', 'address-line2'],
  ['postal_code', 'Postal code', 'postal-code'],
  ['city', 'City', 'address-level2'],
  ['region', 'State or region', 'address-level1'],
] as const

function DetailsForm({ details }: { details: BillingDetails }) {
  const save = useMutation(saveBillingDetailsMutation())
  const { register, submit, formState } = useApiForm({
    schema: BillingDetails,
    values: details,
    send: async (next) => {
      await save.mutateAsync(next)
      toast.success('Billing details saved')
    },
  })
  const { errors, isSubmitting, isDirty } = formState
  return (
    <form noValidate onSubmit={submit} className="grid gap-4 p-4 sm:grid-cols-2">
      {texts.map(([name, label, autoComplete]) => (
        <FormText
          key={name}
          label={label}
          registration={register(name)}
          error={errors[name]?.message}
          autoComplete={autoComplete}
        />
      ))}
      <Field label="Country" error={errors.country?.message}>
        {(control) => (
          <NativeSelect {...control} {...register('country')} autoComplete="country">
            <option value="">None</option>
            {countryOptions().map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      {errors.root && (
        <Alert tone="danger" className="sm:col-span-2">
          {errors.root.message}
        </Alert>
      )}
      <div className="sm:col-span-2">
        <Button variant="outline" type="submit" disabled={!isDirty} loading={isSubmitting}>
          Save
        </Button>
      </div>
    </form>
  )
}

/** Countries sorted by their English name. */
function countryOptions(): { code: string; name: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return countries
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name))
}
