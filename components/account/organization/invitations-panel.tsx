'use client'

import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded, MoreItems } from '@/components/data/loaded'
import { RelativeTime } from '@/components/data/relative-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmButton } from '@/components/ui/confirm-button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import { whenOpened } from '@/components/ui/when-opened'
import {
  invitationsQuery,
  resendInvitationMutation,
  withdrawInvitationMutation,
} from '@/lib/account/organizations/queries'
import type { Invitation, NewInvitation } from '@/lib/account/organizations/schema'
import { formatDateTime } from '@/lib/client/format/time'
import { roleLabels } from './role-labels'

const InvitationSent = whenOpened(
  () => import('./organization-dialogs').then((module) => module.InvitationSent),
  ({ invitation }) => invitation !== null,
)

/** Invitations that are not accepted, if there are any: above the members, whose list has no end in sight. */
export function InvitationsPanel() {
  const query = useInfiniteQuery(invitationsQuery())
  const [sent, setSent] = useState<NewInvitation | null>(null)
  if (query.error === null && !query.data?.pages.some(({ data }) => data.length > 0)) return null
  return (
    <Panel>
      <PanelHeader title="Invitations" description="Not accepted yet. A link works once, for 7 days." />
      <Loaded query={query} what="invitations" rows={1}>
        {({ pages }) => {
          const invitations = pages.flatMap(({ data }) => data)
          return (
            <ul aria-label="Invitations" className="divide-y divide-border">
              {invitations.map((invitation) => (
                <InvitationRow key={invitation.id} invitation={invitation} onSent={setSent} />
              ))}
            </ul>
          )
        }}
      </Loaded>
      <MoreItems list={query} />
      <InvitationSent invitation={sent} onDone={() => setSent(null)} />
    </Panel>
  )
}

type InvitationRowProps = { invitation: Invitation; onSent: (invitation: NewInvitation) => void }

function InvitationRow({ invitation, onSent }: InvitationRowProps) {
  const { id, email, role, status, invited_by, created_at, expires_at } = invitation
  const resend = useMutation(resendInvitationMutation())
  const withdraw = useMutation(withdrawInvitationMutation())
  const name = email ?? 'Anyone with the link'
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex items-center gap-2 text-sm">
          <span className="truncate font-medium" title={name}>
            {name}
          </span>
          <Badge className="shrink-0">{roleLabels[role]}</Badge>
          {status === 'expired' && (
            <Badge tone="warning" className="shrink-0">
              Expired
            </Badge>
          )}
        </p>
        <p className="truncate text-xs text-faint-foreground" title={`Expires ${formatDateTime(expires_at)}`}>
          Invited {invited_by === null ? '' : `by ${invited_by} `}
          <RelativeTime at={created_at} />
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          variant="outline"
          aria-label={`Send the invitation of ${name} again`}
          loading={resend.isPending}
          onClick={() =>
            resend.mutate(id, {
              onSuccess: onSent,
              onError: (error) => toast.error('It could not be sent again', { description: error.message }),
            })
          }
        >
          Send again
        </Button>
        <ConfirmButton
          button={
            <Button size="sm" variant="destructive-outline" aria-label={`Withdraw the invitation of ${name}`}>
              Withdraw
            </Button>
          }
          title="Withdraw this invitation?"
          description="Its link stops working."
          confirmLabel="Withdraw invitation"
          change={withdraw}
          variables={id}
          done="Invitation withdrawn"
        />
      </div>
    </li>
  )
}
