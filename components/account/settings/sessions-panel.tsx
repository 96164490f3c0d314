'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Monitor } from 'lucide-react'
import { LoadError, RowsSkeleton } from '@/components/data/loaded'
import { RelativeTime } from '@/components/data/relative-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import { sessionsQuery, signOutSessionMutation } from '@/lib/account/identity/queries'
import type { SessionList } from '@/lib/account/identity/schema'
import { formatDateTime } from '@/lib/client/format/time'

/** The person's sessions. */
export function SessionsPanel() {
  const sessions = useQuery(sessionsQuery())
  return (
    <Panel aria-label="Sessions">
      <PanelHeader title="Sessions" description="Where you are signed in." />
      {sessions.isPending && <RowsSkeleton what="the sessions" rows={1} className="h-14" />}
      <LoadError query={sessions} what="The sessions" />
      {sessions.data && (
        <ul className="divide-y divide-border">
          {sessions.data.data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function SessionRow({ session }: { session: SessionList['data'][number] }) {
  const { id, device, is_current, created_at, last_seen_at } = session
  const end = useMutation(signOutSessionMutation())
  const signOut = () =>
    end.mutate(id, {
      onSuccess: () => toast.success('Session signed out', { description: device }),
      onError: (error) => toast.error(error.message),
    })
  return (
    <li className="flex min-h-14 items-center gap-3 px-4 py-2 text-sm">
      <Monitor className="size-4 shrink-0 text-faint-foreground" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{device}</span>
        <span className="block text-xs text-faint-foreground">
          Signed in {formatDateTime(created_at)}, last active <RelativeTime at={last_seen_at} />
        </span>
      </span>
      {is_current ? (
        <Badge>This browser</Badge>
      ) : (
        <Button
          variant="outline"
          size="sm"
          loading={end.isPending}
          onClick={signOut}
          aria-label={`Sign out ${device}`}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
