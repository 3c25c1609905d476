/**
 * Azure gives people several addresses of one resource. The current interface is below `/openai/v1` and takes the deployment
 * as the model; the older one names the deployment in the address and wants a dated `api-version`.
 */

const azureHost = /\.(?:openai\.azure|services\.ai\.azure|cognitiveservices\.azure|api\.cognitive\.microsoft)\.(?:com|us|cn)$/;

/**
 * What the package is to be given, and where models are listed. At Azure itself a person may have copied the address with any
 * of its paths; the address of a gateway is taken as it stands.
 * @param baseUrl as `effectiveBaseUrl` gives it
 */
export function azureAddress(baseUrl: string, apiVersion: string | undefined): { baseURL: string; models: string } {
  const url = new URL(baseUrl);
  const isAzure = azureHost.test(url.hostname);
  if (apiVersion !== undefined) {
    const root = isAzure ? `${url.origin}/openai` : baseUrl;
    return { baseURL: root, models: `${root}/models?api-version=${apiVersion}` };
  }
  const isProject = url.pathname.startsWith('/api/projects/');
  const root = isAzure && !isProject ? `${url.origin}/openai/v1` : baseUrl;
  return { baseURL: root, models: `${root}/models` };
}
