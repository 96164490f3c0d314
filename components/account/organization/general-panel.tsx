'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Setting } from '@/components/account/settings/profile-panel'
import { Loaded } from '@/components/data/loaded'
import { formDialog } from '@/components/forms/form-dialog'
import { SavedField } from '@/components/forms/saved-field'
import { Button } from '@/components/ui/button'
import { ConfirmButton } from '@/components/ui/confirm-button'
import { CopyButton } from '@/components/ui/copy-button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { toast } from '@/components/ui/toast'
import { profileQuery } from '@/lib/account/identity/queries'
import {
  organizationQuery,
  removeMemberMutation,
  updateOrganizationMutation,
} from '@/lib/account/organizations/queries'
import type { Organization } from '@/lib/account/organizations/schema'
import { formatMoney } from '@/lib/client/format/money'
import { lengthError } from '@/lib/client/format/text'
import { paths } from '@/lib/client/paths'
import { roleLabels } from './role-labels'

const LimitDialog = formDialog(() => import('./organization-dialogs').then((module) => module.LimitForm))
const CreateOrganizationDialog = formDialog(() =>
  import('./organization-dialogs').then((module) => module.CreateOrganizationForm),
)
const DeleteOrganizationDialog = formDialog(() =>
  import('./organization-dialogs').then((module) => module.DeleteOrganizationForm),
)

export function GeneralPanel() {
  const query = useQuery(organizationQuery())
  return (
    <>
      <Panel>
        <PanelHeader title="General" />
        <Loaded query={query} what="organization" rows={3}>
          {(organization) => <General organization={organization} />}
        </Loaded>
      </Panel>
      {query.data && <RolesPanel organization={query.data} />}
      {query.data && <EndPanel organization={query.data} />}
    </>
  )
}

const nameProblem = (name: string) => (name === '' ? 'Enter a name.' : lengthError(name, 100))

function General({ organization }: { organization: Organization }) {
  const { id, name, role, permissions } = organization
  const router = useRouter()
  const update = useMutation(updateOrganizationMutation())
  const mayManage = permissions.includes('organization.manage')
  const rename = async (next: string) => {
    await update.mutateAsync({ name: next })
    toast.success('Name saved')
    router.refresh() // the frame and the header are rendered on the server
  }
  return (
    <dl className="divide-y divide-border">
      <Setting name="Name">
        {mayManage ? (
          <div className="w-full max-w-sm">
            <SavedField label="Name" hideLabel problem={nameProblem} value={name} onSave={rename} />
          </div>
        ) : (
          <span dir="auto" className="wrap-anywhere">
            {name}
          </span>
        )}
      </Setting>
      <Setting name="Organization ID">
        <span className="truncate font-mono text-xs">{id}</span>
        <CopyButton value={id} what="organization ID" />
      </Setting>
      <Setting name="Your role">{role === null ? '–' : roleLabels[role]}</Setting>
      <LimitSetting organization={organization} mayManage={mayManage} />
    </dl>
  )
}

const periods = { daily: ' a day', weekly: ' a week', monthly: ' a month' }

/** Such as `$3.20 of $50.00 a month`; only the limit where the reader may not see what was used. */
export function describeLimit({
  used_usd: used,
  limit_usd: limit,
  limit_reset: reset,
}: Pick<Organization, 'limit_usd' | 'limit_reset'> & { used_usd: string | null }): string {
  const spent = used === null ? null : formatMoney(used, 'sum')
  if (limit === null) return spent === null ? 'No limit' : `${spent} used, no limit`
  const most = `${formatMoney(limit, 'sum')}${reset === null ? '' : periods[reset]}`
  return spent === null ? `Up to ${most}` : `${spent} of ${most}`
}

function LimitSetting({ organization, mayManage }: { organization: Organization; mayManage: boolean }) {
  const [open, setOpen] = useState(false)
  const update = useMutation(updateOrganizationMutation())
  return (
    <Setting name="Spending limit" hint="Of all keys and members together">
      <span className="figures">{describeLimit(organization)}</span>
      {mayManage && (
        <Button variant="outline" size="sm" className="ml-2" onClick={() => setOpen(true)}>
          Change limit
        </Button>
      )}
      <LimitDialog
        open={open}
        name={organization.name}
        limit={organization}
        onSave={update.mutateAsync}
        onDone={() => setOpen(false)}
      />
    </Setting>
  )
}

/** What each role allows: the table that every request is checked against. */
function RolesPanel({ organization: { roles, permission_labels: labels } }: { organization: Organization }) {
  const [all] = roles
  return (
    <Panel>
      <PanelHeader title="Roles" description="What members may do." />
      <Table label="Roles">
        <TableHeader>
          <tr>
            <TableHead>Permission</TableHead>
            {roles.map(({ role }) => (
              <TableHead key={role}>{roleLabels[role]}</TableHead>
            ))}
          </tr>
        </TableHeader>
        <TableBody>
          {all?.permissions.map((permission) => (
            <TableRow key={permission}>
              <TableCell className="min-w-44">{labels[permission]}</TableCell>
              {roles.map(({ role, permissions }) => (
                <TableCell key={role}>
                  {permissions.includes(permission) ? <Check aria-label="Yes" className="size-4" /> : ''}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Panel>
  )
}

/** Leaving, deleting, and a new organization. */
function EndPanel({ organization }: { organization: Organization }) {
  const { name, member_id, member_count, permissions } = organization
  const [opened, setOpened] = useState<'create' | 'delete' | null>(null)
  const { data: profile } = useQuery(profileQuery())
  const leave = useMutation(removeMemberMutation())
  const close = () => setOpened(null)
  return (
    <Panel>
      <PanelHeader title="Organizations" />
      <dl className="divide-y divide-border">
        <Setting name="New organization" hint="With its own balance, keys and members">
          <Button variant="outline" onClick={() => setOpened('create')}>
            New organization
          </Button>
        </Setting>
        {member_id !== null && member_count > 1 && (
          <Setting name="Leave" hint="Your own keys here stop working">
            <ConfirmButton
              button={<Button variant="destructive-outline">Leave organization</Button>}
              title={`Leave ${name}?`}
              description="You lose access, and your own API keys of this organization are revoked. An owner or admin can invite you again."
              confirmLabel="Leave organization"
              change={leave}
              variables={member_id}
              done="You left the organization"
              onDone={() => window.location.assign(paths.console)}
            />
          </Setting>
        )}
        {permissions.includes('organization.own') && (
          <Setting name="Delete organization" hint="This can’t be undone">
            <Button variant="destructive-outline" onClick={() => setOpened('delete')}>
              Delete organization
            </Button>
          </Setting>
        )}
      </dl>
      <CreateOrganizationDialog open={opened === 'create'} onDone={close} />
      {profile && (
        <DeleteOrganizationDialog open={opened === 'delete'} name={name} profile={profile} onDone={close} />
      )}
    </Panel>
  )
}
