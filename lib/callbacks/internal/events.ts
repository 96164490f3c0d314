/** What the customer sends itself to see whether its receiver works. It is tried once. */
export const TEST_EVENT = 'webhook.test'
