import type { RouteModule } from '@/lib/http/route-table'
import * as cancelCheckout from './api/checkout/cancel/route'
import * as confirmEmail from './api/confirm-email/route'
import * as document from './api/documents/[order_id]/route'
import * as forgotPassword from './api/forgot-password/route'
import * as health from './api/health/route'
import * as finishLiveness from './api/liveness/[token]/finish/route'
import * as openLiveness from './api/liveness/[token]/open/route'
import * as returnLiveness from './api/liveness/[token]/return/route'
import * as liveness from './api/liveness/[token]/route'
import * as ready from './api/ready/route'
import * as resetPassword from './api/reset-password/route'
import * as sandboxCheckout from './api/sandbox/checkout/[order_id]/route'
import * as signInLink from './api/sign-in-link/route'
import * as signUp from './api/sign-up/route'
import * as storedFile from './api/storage/[...key]/route'
import * as videoNudge from './api/video-nudges/[id]/[secret]/route'
import * as stripeWebhook from './api/webhooks/stripe/route'
import * as adminAudit from './api-account/admin/audit/route'
import * as benchmarkEstimate from './api-account/admin/benchmarks/estimate/route'
import * as benchmarkImports from './api-account/admin/benchmarks/imports/route'
import * as cancelBenchmark from './api-account/admin/benchmarks/runs/[id]/cancel/route'
import * as benchmarkResults from './api-account/admin/benchmarks/runs/[id]/results/route'
import * as resumeBenchmark from './api-account/admin/benchmarks/runs/[id]/resume/route'
import * as benchmarkRun from './api-account/admin/benchmarks/runs/[id]/route'
import * as benchmarkRuns from './api-account/admin/benchmarks/runs/route'
import * as benchmarkScores from './api-account/admin/benchmarks/scores/route'
import * as benchmarkSuites from './api-account/admin/benchmarks/suites/route'
import * as adminAdjust from './api-account/admin/customers/[id]/adjust/route'
import * as adminResetLink from './api-account/admin/customers/[id]/reset-link/route'
import * as adminResume from './api-account/admin/customers/[id]/resume/route'
import * as adminCustomer from './api-account/admin/customers/[id]/route'
import * as adminSuspend from './api-account/admin/customers/[id]/suspend/route'
import * as adminCustomers from './api-account/admin/customers/route'
import * as adminLedger from './api-account/admin/ledger/route'
import * as adminModel from './api-account/admin/models/[...id]/route'
import * as adminModels from './api-account/admin/models/route'
import * as adminOverview from './api-account/admin/overview/route'
import * as adminProvider from './api-account/admin/providers/[id]/route'
import * as adminProviders from './api-account/admin/providers/route'
import * as adminJobRetry from './api-account/admin/queue/jobs/[id]/retry/route'
import * as adminJob from './api-account/admin/queue/jobs/[id]/route'
import * as adminJobs from './api-account/admin/queue/jobs/route'
import * as adminQueue from './api-account/admin/queue/route'
import * as adminRouteOrder from './api-account/admin/route-order/route'
import * as adminPrices from './api-account/admin/routes/[id]/prices/route'
import * as adminRoute from './api-account/admin/routes/[id]/route'
import * as accountProvider from './api-account/providers/[id]/route'
import * as accountProviderStats from './api-account/providers/[id]/stats/route'
import * as accountProviders from './api-account/providers/route'
import * as accountRankings from './api-account/rankings/all/route'
import * as alerts from './api-account/user/alerts/route'
import * as apiKeyDefaults from './api-account/user/api-keys/[id]/default-models/route'
import * as apiKeyRotate from './api-account/user/api-keys/[id]/rotate/route'
import * as apiKey from './api-account/user/api-keys/[id]/route'
import * as apiKeys from './api-account/user/api-keys/route'
import * as balance from './api-account/user/balance/route'
import * as createCheckout from './api-account/user/billing/create-checkout/route'
import * as createDocument from './api-account/user/billing/document/route'
import * as balanceEntries from './api-account/user/billing/entries/route'
import * as orders from './api-account/user/billing/orders/route'
import * as paymentStatus from './api-account/user/billing/payment-status/[order_id]/route'
import * as billing from './api-account/user/billing/route'
import * as deleteAccount from './api-account/user/delete-account/route'
import * as email from './api-account/user/email/route'
import * as imageRecord from './api-account/user/images/[id]/route'
import * as imageHistory from './api-account/user/images/route'
import * as keepMedia from './api-account/user/media/route'
import * as password from './api-account/user/password/route'
import * as profile from './api-account/user/profile/route'
import * as signIn from './api-account/user/sign-ins/[provider]/route'
import * as recentOne from './api-account/user/usage/recent/[id]/route'
import * as recent from './api-account/user/usage/recent/route'
import * as usage from './api-account/user/usage/route'
import * as usageQuota from './api-account/user/usage-quota/route'
import * as videoRecord from './api-account/user/videos/[id]/route'
import * as videoHistory from './api-account/user/videos/route'
import * as webhookRedeliver from './api-account/user/webhooks/deliveries/[id]/redeliver/route'
import * as webhookDelivery from './api-account/user/webhooks/deliveries/[id]/route'
import * as webhookDeliveries from './api-account/user/webhooks/deliveries/route'
import * as webhookRotate from './api-account/user/webhooks/rotate-secret/route'
import * as webhooks from './api-account/user/webhooks/route'
import * as webhookTest from './api-account/user/webhooks/test/route'
import * as media from './media/[id]/route'
import * as provider from './providers/[id]/route'
import * as providerStats from './providers/[id]/stats/route'
import * as providers from './providers/route'
import * as allRankings from './rankings/all/route'
import * as benchmarkRanking from './rankings/benchmarks/route'
import * as charts from './rankings/charts/route'
import * as modelRanking from './rankings/models/route'
import * as rankings from './rankings/route'
import * as speedRanking from './rankings/speed/route'
import * as chatCompletions from './v1/chat/completions/route'
import * as embeddings from './v1/embeddings/route'
import * as imageEdits from './v1/images/edits/route'
import * as imageCancel from './v1/images/generations/[id]/cancel/route'
import * as imageTask from './v1/images/generations/[id]/route'
import * as imageGeneration from './v1/images/generations/async/route'
import * as imageTasks from './v1/images/generations/route'
import * as imageModels from './v1/images/models/route'
import * as imageVariations from './v1/images/variations/route'
import * as countTokens from './v1/messages/count_tokens/route'
import * as messages from './v1/messages/route'
import * as model from './v1/models/[...id]/route'
import * as models from './v1/models/route'
import * as portrait from './v1/portrait/route'
import * as responses from './v1/responses/route'
import * as presign from './v1/uploads/presign/route'
import * as cancelVideo from './v1/videos/generations/[id]/cancel/route'
import * as video from './v1/videos/generations/[id]/route'
import * as videos from './v1/videos/generations/route'
import * as videoModels from './v1/videos/models/route'

/**
 * Every API path and the module that serves it, for the node door. The same as the folders beside this file:
 * `routes.test.ts` fails when one is missing.
 */
export const apiRoutes: Readonly<Record<string, RouteModule>> = {
  '/v1/chat/completions': chatCompletions,
  '/v1/embeddings': embeddings,
  '/v1/images/edits': imageEdits,
  '/v1/images/generations': imageTasks,
  '/v1/images/generations/async': imageGeneration,
  '/v1/images/generations/[id]': imageTask,
  '/v1/images/generations/[id]/cancel': imageCancel,
  '/v1/images/models': imageModels,
  '/v1/images/variations': imageVariations,
  '/v1/messages': messages,
  '/v1/messages/count_tokens': countTokens,
  '/v1/models': models,
  '/v1/models/[...id]': model,
  '/v1/responses': responses,
  '/v1/uploads/presign': presign,
  '/api-account/admin/audit': adminAudit,
  '/api-account/admin/benchmarks/estimate': benchmarkEstimate,
  '/api-account/admin/benchmarks/imports': benchmarkImports,
  '/api-account/admin/benchmarks/runs/[id]/cancel': cancelBenchmark,
  '/api-account/admin/benchmarks/runs/[id]/results': benchmarkResults,
  '/api-account/admin/benchmarks/runs/[id]/resume': resumeBenchmark,
  '/api-account/admin/benchmarks/runs/[id]': benchmarkRun,
  '/api-account/admin/benchmarks/runs': benchmarkRuns,
  '/api-account/admin/benchmarks/scores': benchmarkScores,
  '/api-account/admin/benchmarks/suites': benchmarkSuites,
  '/api-account/admin/customers/[id]/adjust': adminAdjust,
  '/api-account/admin/customers/[id]/reset-link': adminResetLink,
  '/api-account/admin/customers/[id]/resume': adminResume,
  '/api-account/admin/customers/[id]': adminCustomer,
  '/api-account/admin/customers/[id]/suspend': adminSuspend,
  '/api-account/admin/customers': adminCustomers,
  '/api-account/admin/models/[...id]': adminModel,
  '/api-account/admin/models': adminModels,
  '/api-account/admin/providers/[id]': adminProvider,
  '/api-account/admin/providers': adminProviders,
  '/api-account/admin/route-order': adminRouteOrder,
  '/api-account/admin/routes/[id]/prices': adminPrices,
  '/api-account/admin/routes/[id]': adminRoute,
  '/api-account/admin/ledger': adminLedger,
  '/api-account/admin/overview': adminOverview,
  '/api-account/admin/queue/jobs/[id]/retry': adminJobRetry,
  '/api-account/admin/queue/jobs/[id]': adminJob,
  '/api-account/admin/queue/jobs': adminJobs,
  '/api-account/admin/queue': adminQueue,
  '/api-account/user/alerts': alerts,
  '/v1/portrait': portrait,
  '/api-account/user/media': keepMedia,
  '/api/liveness/[token]': liveness,
  '/api/liveness/[token]/open': openLiveness,
  '/api/liveness/[token]/finish': finishLiveness,
  '/api/liveness/[token]/return': returnLiveness,
  '/v1/videos/models': videoModels,
  '/v1/videos/generations': videos,
  '/v1/videos/generations/[id]': video,
  '/v1/videos/generations/[id]/cancel': cancelVideo,
  '/api-account/user/videos': videoHistory,
  '/api-account/user/videos/[id]': videoRecord,
  '/api/video-nudges/[id]/[secret]': videoNudge,
  '/api-account/user/api-keys': apiKeys,
  '/api-account/user/api-keys/[id]': apiKey,
  '/api-account/user/api-keys/[id]/default-models': apiKeyDefaults,
  '/api-account/user/api-keys/[id]/rotate': apiKeyRotate,
  '/api-account/user/delete-account': deleteAccount,
  '/api-account/user/email': email,
  '/api-account/user/password': password,
  '/api-account/user/profile': profile,
  '/api-account/user/sign-ins/[provider]': signIn,
  '/api-account/user/usage': usage,
  '/api-account/user/usage-quota': usageQuota,
  '/api-account/user/images': imageHistory,
  '/api-account/user/images/[id]': imageRecord,
  '/api-account/user/usage/recent': recent,
  '/api-account/user/usage/recent/[id]': recentOne,
  '/api-account/user/balance': balance,
  '/api-account/user/webhooks': webhooks,
  '/api-account/user/webhooks/deliveries': webhookDeliveries,
  '/api-account/user/webhooks/deliveries/[id]': webhookDelivery,
  '/api-account/user/webhooks/deliveries/[id]/redeliver': webhookRedeliver,
  '/api-account/user/webhooks/rotate-secret': webhookRotate,
  '/api-account/user/webhooks/test': webhookTest,
  '/api-account/user/billing': billing,
  '/api-account/user/billing/create-checkout': createCheckout,
  '/api-account/user/billing/document': createDocument,
  '/api-account/user/billing/entries': balanceEntries,
  '/api-account/user/billing/orders': orders,
  '/api-account/user/billing/payment-status/[order_id]': paymentStatus,
  '/api/checkout/cancel': cancelCheckout,
  '/api/confirm-email': confirmEmail,
  '/api/documents/[order_id]': document,
  '/api/forgot-password': forgotPassword,
  '/api/health': health,
  '/api/ready': ready,
  '/api/reset-password': resetPassword,
  '/api/sandbox/checkout/[order_id]': sandboxCheckout,
  '/api/sign-in-link': signInLink,
  '/api/sign-up': signUp,
  '/api/webhooks/stripe': stripeWebhook,
  '/api/storage/[...key]': storedFile,
  '/media/[id]': media,
  '/providers': providers,
  '/providers/[id]': provider,
  '/providers/[id]/stats': providerStats,
  '/api-account/providers': accountProviders,
  '/api-account/providers/[id]': accountProvider,
  '/api-account/providers/[id]/stats': accountProviderStats,
  '/rankings': rankings,
  '/rankings/all': allRankings,
  '/rankings/models': modelRanking,
  '/rankings/charts': charts,
  '/rankings/benchmarks': benchmarkRanking,
  '/rankings/speed': speedRanking,
  '/api-account/rankings/all': accountRankings,
}
