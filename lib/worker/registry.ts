import { sweepDeletedAccounts } from '@/lib/account-deletion/delete-account'
import { emailAlert } from '@/lib/alerts/email-alert'
import { emailJob } from '@/lib/alerts/jobs'
import { watchSpending } from '@/lib/alerts/watch-spending'
import { sweepContents } from '@/lib/api-keys/contents'
import { sweepBatches } from '@/lib/batches/batches'
import { batchTurns } from '@/lib/batches/run-batch'
import { performRun, sweepRunKeys, sweepRuns } from '@/lib/benchmarks/perform-run'
import { performRunJob } from '@/lib/benchmarks/runs'
import { detachCardJob, detachUnusedCard, sweepTopUps } from '@/lib/billing/auto-top-up'
import { sweepOrders } from '@/lib/billing/orders'
import { deleteOldPaymentEvents, sweepPaymentEvents } from '@/lib/billing/payment-events'
import { deliverAttempt } from '@/lib/callbacks/deliver-attempt'
import { attemptJob } from '@/lib/callbacks/jobs'
import { deleteOldDeliveries, resumeStalled } from '@/lib/callbacks/upkeep'
import { findLocalModels } from '@/lib/catalog/find-local-models'
import { probeProviders } from '@/lib/catalog/probe-providers'
import { sweepFiles } from '@/lib/files/files'
import { mailJob } from '@/lib/identity/jobs'
import { mailPerson } from '@/lib/identity/mail-person'
import { imageTasks } from '@/lib/images/run-task'
import { adoptQueued, runTaskJob, sweepTasks } from '@/lib/images/sweep-tasks'
import { sweepObjects } from '@/lib/objects/keep-object'
import { watchInstallation } from '@/lib/operators/conditions'
import { checkLedgerJob } from '@/lib/operators/jobs'
import { checkLedgerBySchedule, runLedgerCheck, sweepLedgerChecks } from '@/lib/operators/ledger-checks'
import { deleteExpiredRecords } from '@/lib/platform/idempotency-records'
import { deleteDeadInstances } from '@/lib/platform/instance'
import { bindJob, type JobHandler, type RowJob, type ScheduledJob } from '@/lib/platform/jobs/job'
import { sweepStorage } from '@/lib/platform/storage/storage'
import { forgetInVault, ingestAsset, sweepPortraits } from '@/lib/portraits/asset-work'
import { forgetInVaultJob, ingestAssetJob } from '@/lib/portraits/jobs'
import { makeInBackground, makeResponseJob } from '@/lib/responses/background'
import { sweepResponses } from '@/lib/responses/memory'
import { settleDecided } from '@/lib/tasks/settle'
import { taskWork } from '@/lib/tasks/work'
import { deleteReleasedJob } from '@/lib/uploads/claim-uploads'
import { deleteReleased, sweepUploads } from '@/lib/uploads/sweep-uploads'
import { exportUsage } from '@/lib/usage/export-usage'
import { ensureUsagePartitions, foldTallies, foldTraffic } from '@/lib/usage/upkeep'
import { sweepVideos } from '@/lib/videos/sweep-videos'
import { videoTasks } from '@/lib/videos/turns'

/** The only lists that bind a job to its handler. */
export const scheduledJobs: readonly ScheduledJob[] = [
  { name: 'account-deletion.sweep', cron: '* * * * *', run: sweepDeletedAccounts },
  { name: 'usage.export', cron: '* * * * *', run: exportUsage },
  { name: 'usage.fold-tallies', cron: '*/5 * * * *', run: foldTallies },
  { name: 'usage.fold-traffic', cron: '* * * * *', run: foldTraffic },
  { name: 'usage.ensure-partitions', cron: '17 3 * * *', run: ensureUsagePartitions },
  { name: 'billing.check-ledger', cron: '41 * * * *', run: checkLedgerBySchedule },
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
  { name: 'catalog.find-local-models', cron: '* * * * *', run: () => findLocalModels() },
  { name: 'catalog.probe-providers', cron: '* * * * *', run: probeProviders },
  { name: 'files.sweep', cron: '13 * * * *', run: sweepFiles },
  { name: 'http.delete-expired-idempotency', cron: '23 * * * *', run: deleteExpiredRecords },
  { name: 'images.sweep', cron: '* * * * *', run: sweepTasks },
  { name: 'objects.sweep', cron: '* * * * *', run: sweepObjects },
  { name: 'operators.watch-installation', cron: '* * * * *', run: watchInstallation },
  { name: 'operators.sweep-ledger-checks', cron: '* * * * *', run: sweepLedgerChecks },
  { name: 'platform.delete-dead-instances', cron: '5 4 * * *', run: deleteDeadInstances },
  { name: 'platform.sweep-storage', cron: '29 * * * *', run: sweepStorage },
  { name: 'portraits.sweep', cron: '*/5 * * * *', run: sweepPortraits },
  { name: 'responses.sweep', cron: '47 * * * *', run: sweepResponses },
  { name: 'uploads.sweep', cron: '* * * * *', run: sweepUploads },
  { name: 'videos.sweep', cron: '* * * * *', run: sweepVideos },
]

/** Kinds of work that requests put into the queue. */
export const queuedJobs: readonly JobHandler[] = [
  bindJob(attemptJob, deliverAttempt),
  bindJob(performRunJob, performRun),
  bindJob(deleteReleasedJob, deleteReleased),
  bindJob(detachCardJob, detachUnusedCard),
  bindJob(emailJob, emailAlert),
  bindJob(mailJob, mailPerson),
  bindJob(runTaskJob, adoptQueued),
  bindJob(forgetInVaultJob, forgetInVault),
  bindJob(ingestAssetJob, ingestAsset),
  bindJob(checkLedgerJob, runLedgerCheck),
  bindJob(makeResponseJob, makeInBackground),
]

/** Work that rows say is due. */
export const rowJobs: readonly RowJob[] = [taskWork(imageTasks), taskWork(videoTasks), taskWork(batchTurns)]

/** What a killed process may have left half done, and should not wait for the next sweep: done when a worker starts. */
export const recoveries: readonly (() => Promise<void>)[] = [
  () => settleDecided(imageTasks),
  () => settleDecided(videoTasks),
]
