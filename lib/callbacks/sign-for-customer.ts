import { openSecrets } from './internal/secrets'
import { signText } from './internal/sign-text'

/** Signs a text by the customer's present webhook secret: `v1,<base64 HMAC-SHA256>`. */
export async function signForCustomer(customerId: string, text: string): Promise<string> {
  const { current } = await openSecrets(customerId)
  return signText(current, text)
}
