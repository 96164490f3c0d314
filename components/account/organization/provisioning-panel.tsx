'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Setting } from '@/components/account/settings/profile-panel'
import { useHydrated } from '@/components/data/browser'
import { Loaded } from '@/components/data/loaded'
import { RelativeTime } from '@/components/data/relative-time'
import { OptionSelect } from '@/components/forms/option-select'
import { Button } from '@/components/ui/button'
import { ConfirmButton } from '@/components/ui/confirm-button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { ShownOnce } from '@/components/ui/shown-once'
import { toast } from '@/components/ui/toast'
import {
  createTokenMutation,
  provisioningQuery,
  revokeTokenMutation,
  setDefaultRoleMutation,
  setGroupRoleMutation,
} from '@/lib/account/provisioning/queries'
import type { ProvisioningGroup, ProvisioningSettings } from '@/lib/account/provisioning/schema'
import { formatNumber } from '@/lib/client/format/number'
import { formatDateTime } from '@/lib/client/format/time'
import { roleLabels } from './role-labels'

const roles = (['admin', 'developer', 'billing', 'viewer'] as const).map((value) => ({
  value,
  label: roleLabels[value],
}))

/** How the organization's identity provider adds and removes members. */
export function ProvisioningPanel() {
  const settings = useQuery(provisioningQuery())
  const saveDefault = useMutation(setDefaultRoleMutation())
  return (
    <>
      <Panel aria-label="Provisioning">
        <PanelHeader
          title="Provisioning"
          description="Your identity provider adds and removes members over SCIM 2.0. Members join when they sign in with single sign-on."
        />
        <Loaded query={settings} what="the provisioning settings" rows={3}>
          {(data) => (
            <dl className="divide-y divide-border">
              <Setting name="Base URL" hint="Enter it in your identity provider">
                <span className="truncate font-mono text-xs">{data.base_url}</span>
                <CopyButton value={data.base_url} what="base URL" />
              </Setting>
              <TokenSetting token={data.token} />
              <Setting name="Default role" hint="Of members whose groups give none">
                <OptionSelect
                  aria-label="Default role"
                  className="w-48"
                  options={roles}
                  value={data.default_role}
                  onValueChange={(role) => saveDefault.mutate(role, saved)}
                />
              </Setting>
              <Setting name="Users">
                {formatNumber(data.user_count)} provisioned, {formatNumber(data.joined_count)} joined
              </Setting>
            </dl>
          )}
        </Loaded>
      </Panel>
      {settings.data && <GroupsPanel groups={settings.data.groups} />}
    </>
  )
}

function TokenSetting({ token }: { token: ProvisioningSettings['token'] }) {
  const isReady = useHydrated()
  const [isShown, setShown] = useState(false)
  const create = useMutation(createTokenMutation())
  const revoke = useMutation(revokeTokenMutation())
  const submit = () =>
    create.mutate(undefined, {
      onSuccess: () => setShown(true),
      onError: (error) => toast.error(error.message),
    })
  return (
    <Setting name="Token" hint={token ? `Created ${formatDateTime(token.created_at)}` : 'None yet'}>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        {token ? (
          <>
            <span className="font-mono text-xs">…{token.last4}</span>
            <span>
              {token.last_used_at ? (
                <>
                  Last used <RelativeTime at={token.last_used_at} />
                </>
              ) : (
                'Never used'
              )}
            </span>
            <ConfirmButton
              button={
                <Button variant="outline" size="sm">
                  Rotate token
                </Button>
              }
              title="Rotate the token?"
              description="The current token stops working immediately. Enter the new one in your identity provider."
              confirmLabel="Rotate token"
              change={create}
              variables={undefined}
              done="Token rotated"
              onDone={() => setShown(true)}
            />
            <ConfirmButton
              button={
                <Button variant="destructive-outline" size="sm">
                  Revoke token
                </Button>
              }
              title="Revoke the token?"
              description="Your identity provider can no longer add or remove members. Current members stay."
              confirmLabel="Revoke token"
              change={revoke}
              variables={undefined}
              done="Token revoked"
            />
          </>
        ) : (
          <Button variant="outline" size="sm" disabled={!isReady} loading={create.isPending} onClick={submit}>
            Create token
          </Button>
        )}
      </div>
      <Dialog open={isShown} onOpenChange={setShown}>
        <DialogContent onInteractOutside={(event) => event.preventDefault()}>
          <ShownOnce
            title="SCIM token"
            name={create.data?.base_url ?? ''}
            value={create.data?.token ?? ''}
            what="token"
            testId="scim-token"
            advice="Enter it in your identity provider. Only a hash is kept here."
          />
        </DialogContent>
      </Dialog>
    </Setting>
  )
}

function GroupsPanel({ groups }: { groups: ProvisioningGroup[] }) {
  return (
    <Panel aria-label="Groups">
      <PanelHeader title="Groups" description="Members get the highest role of their groups." />
      {groups.length === 0 ? (
        <p className="p-4 text-sm text-muted-foreground">
          No groups yet. A group that is named after a role gives that role.
        </p>
      ) : (
        <ul aria-label="Groups" className="divide-y divide-border">
          {groups.map((group) => (
            <GroupRow key={group.id} group={group} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function GroupRow({
  group: { id, display_name: name, role, effective_role: effective, member_count },
}: {
  group: ProvisioningGroup
}) {
  const save = useMutation(setGroupRoleMutation())
  const byName = {
    value: 'name',
    label: role === null && effective !== null ? `By name (${effective})` : 'By name',
  } as const
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <span className="min-w-0 flex-1 basis-48">
        <span dir="auto" className="block truncate font-medium" title={name}>
          {name}
        </span>
        <span className="text-xs text-faint-foreground">
          {formatNumber(member_count)} {member_count === 1 ? 'user' : 'users'}
        </span>
      </span>
      <OptionSelect
        aria-label={`Role of ${name}`}
        className="w-48"
        options={[byName, { value: 'none', label: 'No role' } as const, ...roles]}
        value={role ?? 'name'}
        onValueChange={(chosen) => save.mutate({ id, role: chosen === 'name' ? null : chosen }, saved)}
        disabled={save.isPending}
      />
    </li>
  )
}

const saved = {
  onSuccess: () => toast.success('Role saved'),
  onError: (error: Error) => toast.error(error.message),
}
