/** The title and description of each background job; a test fails when one is missing. */
const jobs: Readonly<Record<string, readonly [title: string, description: string]>> = {
  'account-deletion.sweep': ['Account erasure', 'Erases the data of deleted accounts.'],
  'accounts.compare-statement': [
    'Statement comparison',
    'Compares a provider’s statement with what was recorded.',
  ],
  'accounts.read-balances': ['Provider balances', 'Asks providers for the balance that is left.'],
  'alerts.email': [
    'Alert mail',
    'Mails a customer about its balance or a key limit, or operators about the installation.',
  ],
  'alerts.watch-models': [
    'Notices of ending models',
    'Tells customers that a model they used is about to end.',
  ],
  'catalog.read-feed': ['Price list', 'Compares the list of CATALOG_FEED with the catalog.'],
  'alerts.watch': ['Spending alerts', 'Finds customers whose spending or balance crossed a threshold.'],
  'api-keys.sweep-contents': [
    'Content expiry',
    'Deletes recorded requests and responses after their retention time.',
  ],
  'batches.sweep': ['Batch clean-up', 'Ends expired batches and deletes old ones.'],
  'benchmarks.perform-run': ['Benchmark run', 'Runs the items of a benchmark against a model.'],
  'benchmarks.sweep-run-keys': ['Benchmark key clean-up', 'Revokes the API keys of finished benchmarks.'],
  'benchmarks.sweep-runs': ['Benchmark recovery', 'Ends benchmarks whose worker keeps crashing.'],
  'billing.check-ledger': ['Hourly ledger check', 'Compares every balance with its entries.'],
  'billing.ensure-partitions': ['Ledger partitions', 'Creates the ledger tables of the next months.'],
  'billing.delete-old-payment-events': [
    'Payment event clean-up',
    'Deletes Stripe events that were processed long ago.',
  ],
  'billing.detach-card': [
    'Card removal',
    'Removes a card at Stripe that was replaced or whose account was deleted.',
  ],
  'billing.sweep-orders': ['Payment follow-up', 'Asks Stripe about pending payments and ends unpaid ones.'],
  'billing.sweep-payment-events': [
    'Stripe event recovery',
    'Fetches Stripe events whose webhook may have been lost.',
  ],
  'billing.sweep-top-ups': [
    'Automatic top-up',
    'Charges the saved cards of customers whose balance fell below their threshold.',
  ],
  'budgets.sweep': ['Budget clean-up', 'Deletes what counted against budgets in periods that are over.'],
  'callbacks.attempt': ['Webhook delivery', 'Sends one webhook to a customer’s URL.'],
  'callbacks.delete-old': ['Webhook clean-up', 'Deletes old webhook deliveries.'],
  'callbacks.resume-stalled': ['Webhook recovery', 'Queues lost webhook deliveries again.'],
  'organizations.invite': ['Invitations', 'Mails an invitation to an organization.'],
  'organizations.sweep-audit': ['Audit log clean-up', 'Deletes old entries of organizations’ audit logs.'],
  'catalog.find-local-models': ['Local model discovery', 'Asks local servers for their models.'],
  'catalog.probe-providers': ['Provider probes', 'Checks whether idle providers respond.'],
  'files.sweep': ['File expiry', 'Deletes expired files.'],
  'http.delete-expired-idempotency': [
    'Idempotency clean-up',
    'Deletes the stored responses of expired idempotency keys.',
  ],
  'identity.mail': ['Account mail', 'Sends an email confirmation or a password reset.'],
  'images.run-task': ['Image task', 'Hands a requested image to a worker.'],
  'images.sweep': ['Image clean-up', 'Ends abandoned image tasks and deletes old ones.'],
  'objects.sweep': ['Storage expiry', 'Deletes expired and deleted images and videos from storage.'],
  'operators.check-ledger': ['Ledger check on demand', 'Runs the ledger check that an operator started.'],
  'operators.sweep-ledger-checks': [
    'Ledger check recovery',
    'Marks checks whose process died as interrupted.',
  ],
  'operators.watch-installation': [
    'Operator alerts',
    'Finds problems that operators should be alerted about.',
  ],
  'platform.delete-dead-instances': ['Process clean-up', 'Deletes the records of processes that ended.'],
  'platform.sweep-storage': ['Storage clean-up', 'Deletes the remains of interrupted uploads.'],
  'portraits.forget-in-vault': ['Portrait deletion', 'Deletes a deleted portrait at the provider too.'],
  'portraits.ingest-asset': [
    'Portrait import',
    'Fetches, checks and registers an image or video of a person.',
  ],
  'playground.sweep-conversations': [
    'Shared conversation expiry',
    'Deletes shared conversations whose link has expired.',
  ],
  'portraits.sweep': ['Portrait clean-up', 'Resumes interrupted portrait imports and deletes old checks.'],
  'responses.make': ['Background response', 'Runs a response that was requested in the background.'],
  'responses.sweep': ['Response clean-up', 'Deletes expired responses and ends abandoned ones.'],
  'uploads.delete-released': ['Task upload deletion', 'Deletes the uploads of a finished task.'],
  'uploads.sweep': ['Upload expiry', 'Deletes uploads that were not used in time.'],
  'usage.drop-months': [
    'Old requests',
    'Drops months of requests that ClickHouse has, with USAGE_STORE=clickhouse.',
  ],
  'usage.ensure-partitions': ['Usage partitions', 'Creates the usage tables of the next months.'],
  'usage.export': ['Usage export', 'Writes settled usage to files or posts it to your webhook.'],
  'usage.fold-tallies': ['Usage rollup', 'Adds customer usage to the hourly and daily totals.'],
  'usage.fold-traffic': ['Traffic rollup', 'Adds provider traffic to the hourly and daily totals.'],
  'videos.sweep': ['Video clean-up', 'Ends video tasks past their deadline and deletes old ones.'],
}

/** An unknown job is shown by its name. */
export const jobTitle = (name: string): string => jobs[name]?.[0] ?? name

export const jobDescription = (name: string): string => jobs[name]?.[1] ?? ''
