/** What each kind of background work is called, and what it does; a test sees to it that none is missing. */
const words: Readonly<Record<string, readonly [title: string, sentence: string]>> = {
  'account-deletion.sweep': ['Erases deleted accounts', 'Removes what a deleted account left behind.'],
  'alerts.email': [
    'Mails an alert',
    'To a customer about its balance or a key’s limit, or to operators about the installation.',
  ],
  'alerts.watch': ['Watches spending', 'Looks for customers whose spending or balance calls for an alert.'],
  'api-keys.sweep-contents': ['Forgets kept contents', 'Deletes kept requests and answers after their time.'],
  'batches.sweep': ['Tidies up batches', 'Ends batches whose time is over, and forgets old ones.'],
  'benchmarks.perform-run': ['Runs a benchmark', 'Puts the questions of a benchmark to a model.'],
  'benchmarks.sweep-run-keys': ['Removes benchmark keys', 'Removes API keys of benchmarks that have ended.'],
  'benchmarks.sweep-runs': ['Ends lost benchmarks', 'Ends benchmarks whose process died again and again.'],
  'billing.check-ledger': ['Checks the ledger', 'Compares every balance with its entries, once an hour.'],
  'billing.delete-old-payment-events': [
    'Forgets old payment events',
    'Deletes notes of Stripe’s events that were dealt with long ago.',
  ],
  'billing.detach-card': [
    'Removes a card',
    'At Stripe: one that was replaced, or whose account was deleted.',
  ],
  'billing.sweep-orders': [
    'Follows open payments',
    'Asks Stripe about payments without news, and ends unpaid ones.',
  ],
  'billing.sweep-payment-events': [
    'Catches up on Stripe’s events',
    'Reads events whose webhook may have been lost.',
  ],
  'billing.sweep-top-ups': [
    'Tops up credit',
    'Charges the saved cards of customers whose balance fell below their threshold.',
  ],
  'callbacks.attempt': ['Delivers a webhook', 'Sends one webhook to a customer’s address.'],
  'callbacks.delete-old': ['Forgets old webhooks', 'Deletes deliveries of webhooks that ended long ago.'],
  'callbacks.resume-stalled': ['Resumes webhooks', 'Queues deliveries again that were lost on the way.'],
  'catalog.find-local-models': ['Finds local models', 'Asks local servers which models they have.'],
  'catalog.probe-providers': [
    'Probes providers',
    'Asks providers that nobody uses at the moment whether they answer.',
  ],
  'files.sweep': ['Forgets old files', 'Deletes files whose time is over.'],
  'http.delete-expired-idempotency': [
    'Forgets kept answers',
    'Deletes answers that were kept for requests sent again.',
  ],
  'identity.mail': [
    'Mails a person',
    'Sends a mail about signing in: to confirm an address, or for a new password.',
  ],
  'images.run-task': ['Takes on an image', 'Hands an image that was asked for to a worker.'],
  'images.sweep': ['Tidies up images', 'Ends images that nobody works on, and deletes old ones.'],
  'objects.sweep': ['Deletes stored pictures', 'Deletes pictures and videos that expired or were deleted.'],
  'operators.check-ledger': [
    'Checks the ledger now',
    'Makes the check of the ledger that an operator asked for.',
  ],
  'operators.sweep-ledger-checks': [
    'Ends lost ledger checks',
    'Marks checks whose process died as interrupted.',
  ],
  'operators.watch-installation': [
    'Watches the installation',
    'Looks for what operators should be alerted of.',
  ],
  'platform.delete-dead-instances': [
    'Forgets ended processes',
    'Deletes what is known of processes that ended.',
  ],
  'platform.sweep-storage': [
    'Tidies up the storage',
    'Deletes what uploads that broke off left in the storage.',
  ],
  'portraits.forget-in-vault': [
    'Deletes a portrait upstream',
    'Deletes at the provider what was deleted here.',
  ],
  'portraits.ingest-asset': [
    'Takes in a portrait',
    'Fetches, checks and registers a picture or video of a person.',
  ],
  'portraits.sweep': [
    'Tidies up portraits',
    'Picks up portraits whose work was lost, and forgets old checks.',
  ],
  'responses.make': ['Makes a response', 'Answers a request that runs in the background.'],
  'responses.sweep': [
    'Forgets old responses',
    'Deletes kept responses after their time, and ends lost ones.',
  ],
  'uploads.delete-released': ['Deletes used uploads', 'Deletes the uploads of a task that has ended.'],
  'uploads.sweep': ['Tidies up uploads', 'Deletes uploads that nothing used in time.'],
  'usage.ensure-partitions': [
    'Prepares usage tables',
    'Makes the tables for the requests of the next months.',
  ],
  'usage.export': ['Exports usage', 'Writes settled usage to files, or posts it to your webhook.'],
  'usage.fold-tallies': ['Sums up usage', 'Adds what customers used to the sums of hours and days.'],
  'usage.fold-traffic': ['Sums up traffic', 'Adds what providers served to the sums of hours and days.'],
  'videos.sweep': ['Tidies up videos', 'Ends videos past their deadline, and deletes old ones.'],
}

/** Of a kind that is not known its own name. */
export const jobTitle = (name: string): string => words[name]?.[0] ?? name

export const jobSentence = (name: string): string => words[name]?.[1] ?? ''
