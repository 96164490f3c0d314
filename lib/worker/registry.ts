import { emailAlert, emailJob } from '@/lib/account/alerts/send-alert'
import { watchEndingModels } from '@/lib/account/alerts/watch-models'
import { watchSpending } from '@/lib/account/alerts/watch-spending'
import { sweepContents } from '@/lib/account/api-keys/contents'
import { mailJob } from '@/lib/account/identity/jobs'
import { mailPerson } from '@/lib/account/identity/mail-person'
import { sweepAuditLines } from '@/lib/account/organizations/audit'
import { invitationJob, mailInvitation } from '@/lib/account/organizations/invitations'
import { findLocalModels } from '@/lib/catalog/models/find-local-models'
import { probeProviders } from '@/lib/catalog/models/health'
import { sweepBatches } from '@/lib/gateway/batches/batches'
import { batchTurns } from '@/lib/gateway/batches/run-batch'
import { makeInBackground, makeResponseJob } from '@/lib/gateway/chat/formats/responses/background'
import { sweepResponses } from '@/lib/gateway/chat/formats/responses/memory'
import { sweepConversations } from '@/lib/gateway/playground/conversations'
import { adoptQueued, imageTasks, runTaskJob, sweepTasks } from '@/lib/media/images/run-task'
import { deleteFromVault, ingestAsset, sweepPortraits } from '@/lib/media/portraits/asset-work'
import { deleteFromVaultJob, ingestAssetJob } from '@/lib/media/portraits/jobs'
import { sweepVideos, videoTasks } from '@/lib/media/videos/turns'
import { ensureLedgerPartitions } from '@/lib/money/ledger/archive'
import { sweepBudgetSpend } from '@/lib/money/ledger/quota'
import { sweepTopUps } from '@/lib/money/orders/auto-top-up'
import { detachCardJob, detachUnusedCard } from '@/lib/money/orders/billing'
import { sweepOrders } from '@/lib/money/orders/orders'
import { deleteOldPaymentEvents, sweepPaymentEvents } from '@/lib/money/orders/payment-events'
import { dropOldMonths } from '@/lib/money/usage/drop-months'
import { exportUsage } from '@/lib/money/usage/export-usage'
import { ensureUsagePartitions, foldTallies, foldTraffic } from '@/lib/money/usage/upkeep'
import { compareStatementJob } from '@/lib/operator/accounts/jobs'
import { readBalances } from '@/lib/operator/accounts/provider-accounts'
import { compareStatement } from '@/lib/operator/accounts/statements'
import { watchInstallation } from '@/lib/operator/admin/conditions'
import { sweepDeletedAccounts } from '@/lib/operator/admin/delete-account'
import { checkLedgerJob } from '@/lib/operator/admin/jobs'
import { checkLedgerBySchedule, runLedgerCheck, sweepLedgerChecks } from '@/lib/operator/admin/ledger-checks'
import { readPriceFeed } from '@/lib/operator/admin/price-feed'
import { performRun, sweepRunKeys, sweepRuns } from '@/lib/operator/benchmarks/perform-run'
import { performRunJob } from '@/lib/operator/benchmarks/runs'
import { deleteExpiredRecords } from '@/lib/platform/idempotency-records'
import { deleteDeadInstances } from '@/lib/platform/instance'
import { bindJob, type JobHandler, type RowJob, type ScheduledJob } from '@/lib/platform/jobs/job'
import { sweepStorage } from '@/lib/platform/storage/storage'
import { deliverAttempt, postAttempt } from '@/lib/work/deliveries/deliver-attempt'
import { deleteOldDeliveries, resumeStalled } from '@/lib/work/deliveries/deliveries'
import { attemptJob } from '@/lib/work/deliveries/jobs'
import { sweepFiles } from '@/lib/work/objects/files'
import { sweepObjects } from '@/lib/work/objects/keep-object'
import { settleDecided } from '@/lib/work/tasks/settle'
import { taskWork } from '@/lib/work/tasks/work'
import { deleteReleased, deleteReleasedJob, sweepUploads } from '@/lib/work/uploads/claim-uploads'

/** These lists are the only place that binds jobs to their handlers. */
export const scheduledJobs: readonly ScheduledJob[] = [
  { name: 'accounts.read-balances', cron: '7 * * * *', run: readBalances },
  { name: 'account-deletion.sweep', cron: '* * * * *', run: sweepDeletedAccounts },
  { name: 'usage.export', cron: '* * * * *', run: () => exportUsage(postAttempt) },
  { name: 'usage.fold-tallies', cron: '*/5 * * * *', run: foldTallies },
  { name: 'usage.fold-traffic', cron: '* * * * *', run: foldTraffic },
  { name: 'usage.drop-months', cron: '53 * * * *', run: dropOldMonths },
  { name: 'usage.ensure-partitions', cron: '17 3 * * *', run: ensureUsagePartitions },
  { name: 'billing.ensure-partitions', cron: '27 3 * * *', run: ensureLedgerPartitions },
  { name: 'billing.check-ledger', cron: '41 * * * *', run: checkLedgerBySchedule },
  { name: 'budgets.sweep', cron: '7 * * * *', run: sweepBudgetSpend },
  { name: 'billing.delete-old-payment-events', cron: '51 4 * * *', run: deleteOldPaymentEvents },
  { name: 'billing.sweep-orders', cron: '* * * * *', run: sweepOrders },
  { name: 'billing.sweep-top-ups', cron: '* * * * *', run: sweepTopUps },
  { name: 'billing.sweep-payment-events', cron: '*/5 * * * *', run: sweepPaymentEvents },
  { name: 'alerts.watch', cron: '* * * * *', run: watchSpending },
  { name: 'api-keys.sweep-contents', cron: '* * * * *', run: sweepContents },
  { name: 'batches.sweep', cron: '19 * * * *', run: sweepBatches },
  { name: 'benchmarks.sweep-run-keys', cron: '*/5 * * * *', run: sweepRunKeys },
  { name: 'benchmarks.sweep-runs', cron: '* * * * *', run: sweepRuns },
  { name: 'callbacks.delete-old', cron: '37 * * * *', run: deleteOldDeliveries },
  { name: 'callbacks.resume-stalled', cron: '* * * * *', run: resumeStalled },
  { name: 'alerts.watch-models', cron: '33 6 * * *', run: watchEndingModels },
  { name: 'catalog.read-feed', cron: '23 5 * * *', run: () => readPriceFeed() },
  { name: 'catalog.find-local-models', cron: '* * * * *', run: () => findLocalModels() },
  { name: 'catalog.probe-providers', cron: '* * * * *', run: probeProviders },
  { name: 'files.sweep', cron: '13 * * * *', run: sweepFiles },
  { name: 'http.delete-expired-idempotency', cron: '23 * * * *', run: deleteExpiredRecords },
  { name: 'images.sweep', cron: '* * * * *', run: sweepTasks },
  { name: 'objects.sweep', cron: '* * * * *', run: sweepObjects },
  { name: 'operators.watch-installation', cron: '* * * * *', run: watchInstallation },
  { name: 'operators.sweep-ledger-checks', cron: '* * * * *', run: sweepLedgerChecks },
  { name: 'organizations.sweep-audit', cron: '11 4 * * *', run: sweepAuditLines },
  { name: 'platform.delete-dead-instances', cron: '5 4 * * *', run: deleteDeadInstances },
  { name: 'platform.sweep-storage', cron: '29 * * * *', run: sweepStorage },
  { name: 'playground.sweep-conversations', cron: '* * * * *', run: sweepConversations },
  { name: 'portraits.sweep', cron: '*/5 * * * *', run: sweepPortraits },
  { name: 'responses.sweep', cron: '47 * * * *', run: sweepResponses },
  { name: 'uploads.sweep', cron: '* * * * *', run: sweepUploads },
  { name: 'videos.sweep', cron: '* * * * *', run: sweepVideos },
]

/** Jobs that requests enqueue. */
export const queuedJobs: readonly JobHandler[] = [
  bindJob(attemptJob, deliverAttempt),
  bindJob(performRunJob, performRun),
  bindJob(deleteReleasedJob, deleteReleased),
  bindJob(detachCardJob, detachUnusedCard),
  bindJob(emailJob, emailAlert),
  bindJob(mailJob, mailPerson),
  bindJob(invitationJob, mailInvitation),
  bindJob(runTaskJob, adoptQueued),
  bindJob(deleteFromVaultJob, deleteFromVault),
  bindJob(ingestAssetJob, ingestAsset),
  bindJob(compareStatementJob, compareStatement),
  bindJob(checkLedgerJob, runLedgerCheck),
  bindJob(makeResponseJob, makeInBackground),
]

/** Jobs that are rows of tables. */
export const rowJobs: readonly RowJob[] = [taskWork(imageTasks), taskWork(videoTasks), taskWork(batchTurns)]

/** Finishes what a killed process left half done, when a worker starts, without waiting for the next sweep. */
export const recoveries: readonly (() => Promise<void>)[] = [
  () => settleDecided(imageTasks),
  () => settleDecided(videoTasks),
]
