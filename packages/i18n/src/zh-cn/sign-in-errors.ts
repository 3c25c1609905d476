/** 服务器为何没有可用的登录，按原因区分。 */
import { has, list, text, type ErrorDetails, type ErrorText } from '../error-details.ts';

type D = ErrorDetails;
const site = (d: D): string => text(d, 'authorizationServer', '登录网站');
const server = (d: D): string => text(d, 'server', '服务器');
const code = (d: D): string => (has(d, 'oauthCode') ? `（${text(d, 'oauthCode', '')}）` : '');
const scopes = (d: D): string => list(d, 'scopes').join('、');

const usual: ErrorText = {
  what: (d) => (has(d, 'authorizationServer') ? `${server(d)} 要求你在 ${site(d)} 登录。` : `${server(d)} 要求登录。`),
  next: () => '请使用“登录”。在你同意之前，不会打开任何页面。',
};

const reasons: Record<string, ErrorText> = {
  declined: { what: (d) => `对 ${server(d)} 的访问被拒绝。`, next: () => '如果是误操作，请重新登录。' },
  expired: { what: (d) => `登录 ${server(d)} 时没有人从浏览器返回。`, next: () => '等待已结束，端口已关闭。准备好后请重新登录。' },
  discovery: { what: (d) => `${server(d)} 没有以可读的方式说明在哪里登录。`, next: () => '请向其运营者索取令牌并添加为 Authorization 请求头，或告知他们此问题。' },
  'unsafe-address': { what: (d) => `登录 ${server(d)} 会通向不安全的地址，因此没有打开。`, next: () => '请谨慎对待此服务器。下面的详情说明了是哪个地址。' },
  'issuer-mismatch': { what: (d) => `代表 ${site(d)} 应答的并不是开始登录的网站，其应答已被丢弃。`, next: () => '请重试。如果问题依旧，请不要信任此服务器。' },
  'issuer-changed': { what: (d) => `${server(d)} 现在将你引向 ${site(d)}，而你的客户端 ID 不是为它提供的，因此没有发送。`, next: () => '如果此变更正确，请为新网站输入客户端 ID。' },
  'resource-mismatch': { what: (d) => `${server(d)} 所描述的登录属于另一个服务器，因此没有使用。`, next: () => '请检查服务器的地址。' },
  'pkce-unsupported': { what: (d) => `${site(d)} 不提供防止登录被窃取的保护（PKCE），因此没有开始登录。`, next: () => '请让其运营者启用 S256 方式的 PKCE。' },
  'registration-refused': { what: (d) => `${site(d)} 不接受 Portolan 作为应用${code(d)}。`, next: () => '请在该网站手动注册 Portolan，并在“手动注册”中输入客户端 ID。' },
  'client-id-needed': { what: (d) => `${site(d)} 只接受它认识的应用。`, next: () => '请在该网站注册 Portolan，并在“手动注册”中输入客户端 ID。' },
  'token-refused': { what: (d) => `${site(d)} 没有完成登录${code(d)}。`, next: () => '请重新登录。如果问题依旧，原因在于该网站或客户端 ID。' },
  'not-accepted': { what: (d) => `${server(d)} 拒绝了 ${site(d)} 刚刚为它签发的登录。`, next: () => '问题出在服务器或该网站，重新登录通常无济于事。请告知其运营者。' },
  'insufficient-scope': { what: (d) => (has(d, 'scopes') ? `${server(d)} 需要更多权限才能完成此操作：${scopes(d)}。` : `${server(d)} 需要更多权限才能完成此操作。`), next: () => '请重新登录以授予权限，然后重复刚才的操作。' },
  unavailable: { what: (d) => `${site(d)} 目前无法安全地连接，或无法使用。`, next: () => '没有向它发送任何内容。下面的详情说明了原因；没有机构担保的证书会被拒绝。请稍后重试，或告知其运营者。' },
  storage: { what: (d) => `无法从保存位置读取 ${server(d)} 的登录。`, next: () => '请查看“设置”中的“机密”。' },
  'header-refused': { what: (d) => `${server(d)} 拒绝了其设置中的 Authorization 请求头。`, next: () => '请更正它，或将其删除以改用浏览器登录。' },
};

export const signInError: ErrorText = {
  what: (d) => (reasons[text(d, 'reason', '')] ?? usual).what(d),
  next: (d) => (reasons[text(d, 'reason', '')] ?? usual).next(d),
};
