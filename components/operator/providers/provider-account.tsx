'use client'

import { useMutation } from '@tanstack/react-query'
import { RelativeTime } from '@/components/data/relative-time'
import { SavedField } from '@/components/forms/saved-field'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { ProviderAccount as Account } from '@/lib/operator/accounts/schema'
import { changeAccountMutation } from '@/lib/operator/admin/catalog-queries'
import { balanceText } from './balance-text'

const amountProblem = (text: string) =>
  /^(?:\d{1,9}(?:\.\d{1,9})?)?$/.test(text) ? undefined : 'Enter an amount, such as 25 or 2.50.'

/** The operator's account at a provider: what is left, when to alert, and the key that reads statements. */
export function ProviderAccount({ id, account }: { id: string; account: Account }) {
  const change = useMutation(changeAccountMutation())
  const { balance, problem, alert_below, admin_key, has_balance } = account
  return (
    <section className="flex flex-col gap-3" aria-labelledby="provider-account">
      <h3 id="provider-account" className="font-medium">
        Account
      </h3>
      {has_balance && (
        <p className="text-sm text-muted-foreground">
          {balance ? (
            <>
              {balanceText(balance)} left, read <RelativeTime at={balance.read_at} />
            </>
          ) : (
            'The balance is read every hour.'
          )}
          {problem && <span className="block text-destructive-text">Could not be read: {problem}</span>}
        </p>
      )}
      {has_balance && (
        <SavedField
          label="Alert below"
          hint="Operators are alerted when the balance is lower. Empty: never."
          inputMode="decimal"
          value={alert_below === null ? '' : String(Number(alert_below))}
          problem={amountProblem}
          onSave={(text) => change.mutateAsync({ id, alert_below: text === '' ? null : text })}
        />
      )}
      <SavedField
        label={admin_key ? `Admin key (ends in ${admin_key.last_four})` : 'Admin key'}
        hint="Reads statements and, where the provider requires it, the balance. Encrypted."
        type="password"
        value=""
        onSave={async (key) => {
          if (key === '') return
          await change.mutateAsync({ id, admin_key: key })
          toast.success('Admin key saved')
        }}
      />
      {admin_key && (
        <Button
          variant="destructive-outline"
          size="sm"
          className="self-start"
          loading={change.isPending}
          onClick={() =>
            change.mutate({ id, admin_key: null }, { onError: (error) => toast.error(error.message) })
          }
        >
          Remove admin key
        </Button>
      )}
    </section>
  )
}
