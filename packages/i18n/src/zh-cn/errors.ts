import type { errors as source } from '../en/errors.ts';
import { has, isUntrusted, list, megabytes, text, tooMuchAtOnce, type ErrorDetails } from '../error-details.ts';
import { signInError } from './sign-in-errors.ts';
import type { Widen } from '../widen.ts';
import { entryReason } from './entry-reasons.ts';

type D = ErrorDetails;
const server = (d: D): string => text(d, 'server', '服务器');
const untrustedNext = '它的证书来自这里不认识的颁发机构，常见于检查网络流量的公司。请在“设置 > 网络”中选择公司的证书文件。';
const provider = (d: D): string => text(d, 'provider', '服务商');

const model = (d: D): string => text(d, 'model', '模型');

function modelFileReason(reason: string): string {
  const reasons: Record<string, string> = {
    missing: '文件已不在原处。请从现在的位置重新打开。',
    unreadable: '无法读取。请检查你是否有权打开它。',
    'not-a-file': '它是文件夹或设备，不是文件。',
    'not-gguf': '它不是 GGUF 文件。模型也有其他格式的文件，Portolan 不运行那些文件。',
    version: '它的格式版本未知。',
    truncated: '文件不完整或已损坏。请重新下载。',
    damaged: '文件头已损坏，或是蓄意制作的。其中没有任何内容被运行。',
    'not-a-language-model': '它只是模型的一部分，或不是生成文字的模型。',
    'first-part': '它是多个分卷之一。请打开第一个，并把其余分卷放在同一文件夹。',
    'part-missing': '它由多个分卷组成，但并非全部都在同一文件夹中。',
    refused: '运行模型的部件无法加载它，原因见下方。',
  };
  return reasons[reason] ?? '请选择其他文件。';
}

export const errors: Widen<typeof source> = {
  title: '操作没有成功',
  showLog: '显示技术信息',
  codes: {
    'unknown-method': {
      what: (d) => `主机进程不认识请求“${text(d, 'method', '未知')}”。`,
      next: () => '窗口与主机进程的版本不一致，请重启 Portolan。',
    },
    'invalid-input': {
      what: (d) => (has(d, 'subject') ? `“${text(d, 'subject', '')}”无效。` : '有输入内容无效。'),
      next: (d) =>
        ({
          'not-a-url': '请填写完整地址，例如 https://example.com/mcp。',
          scheme: '地址必须以 http:// 或 https:// 开头。',
          'header-name': '请求头名称只能包含字母、数字和连字符。',
          'header-value': '值中含有请求头不支持的字符。',
          'proxy-address': '请填写 HTTP 代理的地址，例如 http://proxy.example:8080。',
          'username-colon': '代理的用户名中不能有冒号。',
          'folder-missing': '没有这个文件夹。',
          'folder-relative': '请填写文件夹的完整路径，从根目录或 ~ 开始。',
          'certificates-missing': '没有这个文件。',
          'certificates-not-readable': '无法读取这个文件。',
          'certificates-no-certificates': '文件中没有证书。需要 PEM 格式，即含有“BEGIN CERTIFICATE”的文本。',
          'certificates-too-large': '这个文件过大，不像是证书。',
        })[text(d, 'reason', '')] ?? '请改正后重试，未作任何更改。',
    },
    'invalid-output': { what: () => '主机进程返回的内容过大或无法读取。', next: () => '请重试；若仍出现，请重启 Portolan。' },
    internal: { what: () => 'Portolan 自身出现故障。', next: () => '请重试。下方的细节有助于修复问题。' },
    cancelled: { what: () => '操作已取消。', next: () => '需要时可重新开始。' },
    'host-gone': {
      what: () => '主机进程已停止或无法连接。',
      next: () => '窗口会自动重连；若没有恢复，请重启 Portolan。已保存的内容不会丢失。',
    },
    'too-many-requests': { what: () => '同时发出的请求过多。', next: () => '请稍候再试。' },
    'server-unknown': {
      what: (d) => `服务器“${text(d, 'server', text(d, 'serverId', '?'))}”已不存在。`,
      next: () => '它已在此处或配置文件中被移除，需要时请重新添加。',
    },
    'conversation-unknown': { what: () => '该对话已不存在。', next: () => '请在历史记录中查找，或新建对话。' },
    'project-unknown': { what: () => '该项目已不存在。', next: () => '其中的对话仍在，请在历史记录中查找。' },
    'project-full': {
      what: (d) => (d['what'] === 'files' ? `一个项目最多保存 ${text(d, 'limit', '50')} 个文件。` : `最多可有 ${text(d, 'limit', '500')} 个项目。`),
      next: (d) => (d['what'] === 'files' ? '请先移除不再需要的文件，再重新添加。' : '请删除不再需要的项目，其中的对话会保留。'),
    },
    'provider-unknown': {
      what: (d) => `服务商“${text(d, 'provider', text(d, 'providerId', '?'))}”已不存在。`,
      next: () => '请选择其他模型。',
    },
    'interaction-unknown': { what: () => '该请求已处理或已撤回。', next: () => '无需再做什么。' },
    'rule-unknown': { what: () => '该权限已不存在。', next: () => '请重新查看列表，未做任何更改。' },
    'profile-unknown': {
      what: (d) => (has(d, 'name') ? `没有名为“${text(d, 'name', '?')}”的方案。` : '此方案已不存在。'),
      next: () => '请选择其他方案。',
    },
    'profile-name-taken': {
      what: (d) => `已有名为“${text(d, 'name', '?')}”的方案。`,
      next: () => '请换一个名称。',
    },
    'profile-full': {
      what: (d) => `已有 ${text(d, 'limit', '过多')} 个方案。`,
      next: () => '请删除不再使用的方案。',
    },
    'profile-file-refused': {
      what: (d) =>
        ({
          'too-large': '此文件过大，不可能是方案。',
          newer: '此方案由更高版本的 Portolan 写入。',
        })[text(d, 'reason', '')] ?? '此文件不是方案，或不完整。',
      next: (d) => (text(d, 'reason', '') === 'newer' ? '请更新 Portolan 后再导入。未做任何更改。' : '请选择由 Portolan“导出”写入的文件。未做任何更改。'),
    },
    'template-unknown': {
      what: (d) => (has(d, 'name') ? `没有名为“${text(d, 'name', '?')}”的提示词模板。` : '此提示词模板已不存在。'),
      next: () => '请选择其他模板。',
    },
    'template-name-taken': {
      what: (d) => `已有名为“${text(d, 'name', '?')}”的提示词模板。`,
      next: () => '请换一个名称。',
    },
    'template-full': {
      what: (d) => `已有 ${text(d, 'limit', '过多')} 个提示词模板。`,
      next: () => '请删除不再使用的模板。',
    },
    'template-unusable': {
      what: (d) => `提示词模板第 ${text(d, 'line', '?')} 行无法识别。`,
      next: () => '请在“设置”的“提示词模板”中打开它，出错处会标出。',
    },
    'rule-unusable': {
      what: (d) =>
        ({
          folder: `“${text(d, 'argument', '?')}”的文件夹须为完整路径，且不含可能有多种理解的符号。`,
          host: `“${text(d, 'argument', '?')}”需要主机名，例如 example.com 或 localhost:3000。`,
          command: `“${text(d, 'argument', '?')}”的命令含有 shell 会特殊处理的符号。`,
          range: `“${text(d, 'argument', '?')}”的两个数之间没有可取的值。`,
          twice: `“${text(d, 'argument', '?')}”有两个同类条件。`,
          'all-servers': '不能一次对所有服务器设为允许。',
          strict: `${server(d)} 的任何操作都不能始终允许。`,
          'no-tools': `目前不知道 ${server(d)} 有哪些工具。`,
        })[text(d, 'reason', '')] ?? '无法设置这项权限。',
      next: (d) =>
        ({ 'all-servers': '请选择一个服务器，或选择“每次询问”或“从不”。', strict: '可在某次对话内允许，或在“设置 › 权限”中更改该服务器的处理方式。', 'no-tools': '请先启动该服务器。' })[text(d, 'reason', '')] ?? '请改正后重试，未做任何更改。',
    },
    'message-unknown': { what: () => '该消息已不存在。', next: () => '请重新加载对话。' },
    'result-unknown': {
      what: () => '服务器原本的回答已不再保留。',
      next: () => '无需操作。',
    },
    'job-unknown': { what: () => '此任务已不再保留。', next: () => '无需操作。' },
    'server-not-ready': { what: (d) => `${server(d)} 没有在运行。`, next: () => '请先启动它，再重试。' },
    'server-not-reviewed': { what: (d) => `${server(d)} 尚未获准运行。`, next: () => '请先查看它将运行的内容，再允许。' },
    'server-changed': {
      what: (d) =>
        has(d, 'tool')
          ? `在你决定期间，${server(d)} 的工具“${text(d, 'tool', '?')}”已变化或不再可用。`
          : `在你查看期间，${server(d)} 的启动方式发生了变化。`,
      next: (d) => (has(d, 'tool') ? '没有执行调用。请查看该服务器，然后重新提问。' : '没有启动任何程序，请审核新版本。'),
    },
    'server-name-taken': {
      what: (d) => `已有名为“${text(d, 'name', text(d, 'server', '?'))}”的服务器。`,
      next: () => '请换一个名称。',
    },
    'launch-not-found': {
      what: (d) => `找不到 ${server(d)} 的程序“${text(d, 'command', '?')}”。`,
      next: (d) => {
        const folders = list(d, 'folders');
        const searched = folders.length > 0 ? `已搜索：${folders.join('、')}。` : '';
        return `请安装该程序，或在命令中填写完整路径。${searched}`;
      },
    },
    'launch-not-permitted': {
      what: (d) => `${server(d)} 的“${text(d, 'command', '?')}”无法执行。`,
      next: () => '请确认它是可执行程序，并且你有执行权限。',
    },
    'launch-bad-folder': {
      what: (d) => `${server(d)} 的工作目录“${text(d, 'folder', '?')}”无法使用。`,
      next: () => '请创建该目录，或改用其他目录。',
    },
    'launch-input-needed': {
      what: (d) => `${server(d)} 启动前需要你提供：${list(d, 'inputs').join('、')}。`,
      next: () => '请在服务器页面上输入，随后它会启动。',
    },
    'launch-variable-unset': {
      what: (d) => {
        const variable = text(d, 'variable', '?');
        return variable.startsWith('secret:') ? `${server(d)} 需要机密值“${variable.slice(7)}”，但没有为它保存。` : `${server(d)} 需要变量“${variable}”，但它没有值。`;
      },
      next: (d) => (text(d, 'variable', '').startsWith('secret:') ? '请在该服务器的页面中填写。' : '请在环境中设置后重启 Portolan，或直接把值写入该服务器的设置。'),
    },
    'sandbox-unavailable': {
      what: (d) => `${server(d)} 应在隔离中运行，但这台电脑目前做不到。`,
      next: (d) =>
        ({
          'not-installed': '请安装 bubblewrap（Debian 或 Ubuntu：sudo apt install bubblewrap），然后重新启动。或在“权限”中选择不隔离运行。',
          'namespaces-off': '已安装 bubblewrap，但系统不允许程序建立自己的命名空间。请联系管理员，或在“权限”中选择不隔离运行。',
          windows: 'Windows 上没有 Portolan 可用的隔离手段。请在“权限”中选择不隔离运行。',
        })[text(d, 'reason', '')] ?? '如果你足够信任它，请在“权限”中选择不隔离运行。',
    },
    'sandbox-bad-folder': {
      what: (d) => `无法把“${text(d, 'folder', '?')}”开放给 ${server(d)}。`,
      next: (d) =>
        ({
          missing: '没有这个文件夹或文件。请在“权限”中更正。',
          'own-data': 'Portolan 自己的文件存放在那里，任何服务器都看不到。',
          system: '这是系统中保持关闭的部分。',
          everything: '这是整台电脑。请写出它需要的文件夹，或在“权限”中选择不隔离运行。',
          replaced: '那里现在的内容已经不是你当初开放给它的那个。请查看；如果没问题，请重新保存“权限”。',
          'not-a-file': '它既不是文件夹也不是文件，而是通向其他程序或设备的接口。这类东西保持关闭。',
          link: '它经由一个可能由该服务器自己建立的链接到达。请在“权限”中写出真正想开放的文件夹。',
        })[text(d, 'reason', '')] ?? '请写完整路径，以 / 或 ~/ 开头，不含“..”。',
    },
    'sandbox-download-failed': {
      what: (d) => `断网之前未能下载 ${server(d)} 所需的内容。`,
      next: () => '日志中有包管理器的输出。请检查网络后重试，或在“权限”中允许网络。',
    },
    'server-exited': {
      what: (d) =>
        has(d, 'signal')
          ? `${server(d)} 被信号 ${text(d, 'signal', '?')} 终止。`
          : has(d, 'exitCode')
            ? `${server(d)} 已退出，退出码 ${text(d, 'exitCode', '?')}。`
            : `${server(d)} 已退出。`,
      next: () => '其页面上日志的最后几行通常能看出原因。处理后请重新启动。',
    },
    'server-timeout': {
      what: (d) => (has(d, 'seconds') ? `${server(d)} 在 ${text(d, 'seconds', '?')} 秒内没有响应。` : `${server(d)} 没有及时响应。`),
      next: () => '请查看日志或重启它。首次启动可能需要下载内容，可稍后再试。',
    },
    'server-not-mcp': {
      what: (d) => `${server(d)} 的应答不是 MCP 协议。`,
      next: () => '请检查命令或地址，下方是实际收到的内容。',
    },
    'server-needs-authorization': signInError,
    'server-unreachable': {
      what: (d) => (has(d, 'url') ? `无法通过 ${text(d, 'url', '')} 连接 ${server(d)}。` : `无法连接 ${server(d)}。`),
      next: (d) => (text(d, 'reason', '') === 'authorization-server' ? `登录网站（${text(d, 'authorizationServer', '?')}）目前无法使用，会自动重试。` : isUntrusted(text(d, 'message', '')) ? untrustedNext : '请检查地址和网络，并确认服务器正在运行。'),
    },
    'server-http-error': {
      what: (d) => `${server(d)} 返回 HTTP 状态码 ${text(d, 'status', '?')}。`,
      next: (d) =>
        ({
          '401': '凭据被拒绝，请检查设置中的请求头。',
          '403': '凭据被拒绝，请检查设置中的请求头。',
          '404': '该地址没有内容，请检查路径，通常是 /mcp。',
        })[text(d, 'status', '')] ?? '请检查地址，或联系服务器的维护者。',
    },
    'server-version': {
      what: (d) => `${server(d)} 使用的 MCP 版本不受 Portolan 支持。`,
      next: (d) => (has(d, 'version') ? `它提供的版本是 ${text(d, 'version', '')}，请更新服务器。` : '请更新服务器。'),
    },
    'server-error': {
      what: (d) => (tooMuchAtOnce(d) ? `${server(d)} 一次发送的内容超过 Portolan 可接收的上限（${megabytes(d)} MB）。` : has(d, 'message') ? `${server(d)} 报告：${text(d, 'message', '')}` : `${server(d)} 报告了错误。`),
      next: (d) => (tooMuchAtOnce(d) ? '其内容未保留，服务器继续运行。请读取较小的部分，或以其他方式获取该文件。' : '请检查发送的内容。以上文字来自服务器。'),
    },
    'server-invalid-result': {
      what: (d) => (text(d, 'reason', '') === 'too-large' ? `${server(d)} 返回的内容过大，Portolan 无法显示。` : `${server(d)} 返回的结果不符合协议。`),
      next: (d) => (text(d, 'reason', '') === 'too-large' ? '该内容未被采用。如果可以选择，请向它请求较少的内容；否则请告知服务器的开发者。' : '该结果未被采用。请把下方细节告知服务器的开发者。'),
    },
    'server-not-supported': { what: (d) => `${server(d)} 不支持此功能。`, next: () => '它支持的功能列在概览中。' },
    'call-timeout': {
      what: (d) => (has(d, 'seconds') ? (text(d, 'reason', '') === 'idle-timeout' ? `${server(d)} 在 ${text(d, 'seconds', '?')} 秒内没有任何回应，调用已取消。` : `对 ${server(d)} 的调用超过 ${text(d, 'seconds', '?')} 秒，已取消。`) : `对 ${server(d)} 的调用耗时过长，已取消。`),
      next: () => '它可能已经产生效果，重复之前请先确认。调用时限可以在服务器页面上更改。',
    },
    'call-not-allowed': {
      what: (d) =>
        text(d, 'reason', '') === 'meanwhile' ? `在这次调用发出之前，你对 ${server(d)} 的工具“${text(d, 'tool', '未知')}”的决定已改变，因此没有调用。` : text(d, 'reason', '') === 'never' ? `你决定从不运行对 ${server(d)} 的工具“${text(d, 'tool', '未知')}”的这类调用。` : text(d, 'reason', '') === 'muted' ? `${server(d)} 已静音，事先允许的调用也不会在它上面运行。` : `没有人允许对 ${server(d)} 的工具“${text(d, 'tool', '未知')}”的这次调用。`,
      next: (d) => (['never', 'meanwhile'].includes(text(d, 'reason', '')) ? '如果不再如此，请查看“设置 › 权限”。' : text(d, 'reason', '') === 'muted' ? '请取消静音，或在询问时允许这次调用。' : '在询问时允许一次，或给这个工具长期权限。'),
    },
    'sampling-budget': {
      what: (d) => `${server(d)} 已用完它可用的模型额度：${{ tokens: '这一分钟的词元数', money: '今天的费用', requests: '今天的请求次数' }[text(d, 'what', 'tokens')] ?? '额度'}。没有运行任何模型。`,
      next: () => '可以亲自回答、稍后再试，或在它的页面上更改额度。',
    },
    'usage-budget': {
      what: (d) => `本月的模型预算 $${text(d, 'budget', '0')} 已用完：目前已花费 $${text(d, 'spent', '0')}。没有发送任何内容，你写的内容已保留。`,
      next: () => '请在“设置 → 用量”中提高预算，或等到下个月。',
    },
    'server-asks-unusable': {
      what: (d) => `${server(d)} 要求的内容无法向你显示，或者不允许打开。没有打开或发送任何内容，调用已结束。`,
      next: () => '请告知服务器的开发者。技术细节中写明了问题所在。',
    },
    'server-asks-too-much': {
      what: (d) => `${server(d)} 在一次调用中的提问超过了允许的数量（最多 10 轮），因此调用已结束。`,
      next: () => '它可能已经产生效果，重复之前请先确认。请告知服务器的开发者。',
    },
    'call-lost': {
      what: (d) => {
        if (d['reason'] === 'task-lost') return `${server(d)} 已不再知道任务“${text(d, 'tool', '?')}”。`;
        if (d['reason'] === 'given-up') return `你已不再等待“${text(d, 'tool', '?')}”。`;
        const running = has(d, 'tool') ? `在运行“${text(d, 'tool', '')}”时` : '在调用过程中';
        if (has(d, 'exitCode')) return `${server(d)} ${running}退出，退出码 ${text(d, 'exitCode', '?')}。`;
        if (has(d, 'signal')) return `${server(d)} ${running}被信号 ${text(d, 'signal', '?')} 终止。`;
        return `${running}与 ${server(d)} 的连接断开了。`;
      },
      next: () => '无法确定是否已执行，重复之前请先确认；Portolan 不会自动重复。',
    },
    'tool-unknown': {
      what: (d) => `${server(d)} 没有工具“${text(d, 'tool', '?')}”。`,
      next: () => '它可能已改名或被关闭，请查看该服务器的工具列表。',
    },
    'tool-suspended': {
      what: (d) => `${server(d)} 的工具“${text(d, 'tool', '?')}”与原先不同，已暂停使用。`,
      next: () => '没有执行调用。请在服务器页面查看变化，再决定接受或保持关闭。',
    },
    'app-unusable': {
      what: (d) => `无法显示 ${server(d)} 的应用。`,
      next: (d) =>
        ({
          none: '此工具在这里没有应用。',
          empty: '服务器提供的页面是空的。',
          'mime-type': `服务器提供的是${has(d, 'type') ? `“${text(d, 'type', '')}”` : '其他内容'}，而不是应用页面。这需要由其作者修正。`,
          'too-large': '它的页面过大。',
          'not-text': '它的页面不是文本。',
          'result-too-large': '服务器的回答对应用来说过大。',
          bridge: '无法与应用建立连接，请重新加载。',
        })[text(d, 'reason', '')] ?? '请重新加载，或查看服务器页面。',
    },
    'app-gone': {
      what: () => '此应用已不再显示。',
      next: () => '重新加载后即可继续使用。',
    },
    'tool-arguments-invalid': {
      what: (d) => (d['reason'] === 'by-model' ? `模型给“${text(d, 'tool', '该工具')}”的参数无法唯一地解读。` : `参数不符合“${text(d, 'tool', '该工具')}”的要求。`),
      next: (d) => (d['reason'] === 'by-model' ? '调用没有执行，并已告知模型。' : '请改正标出的字段，尚未发送任何内容。'),
    },
    'resource-changed': {
      what: (d) => `“${text(d, 'name', '该资源')}”与你附加时不同，且当时的版本已不再保留。`,
      next: () => '没有发送任何内容。请在附件上换成新版本，或将其移除。',
    },
    'model-none': {
      what: () => '此对话没有选择模型。',
      next: () => '请选择模型，或在设置中连接服务商。没有模型也可以手动使用工具。',
    },
    'model-key-missing': { what: (d) => `${provider(d)} 需要 API 密钥。`, next: () => '请在“设置 › 模型”中填写。' },
    'model-key-refused': {
      what: (d) => `${provider(d)} 拒绝了 API 密钥。`,
      next: () => '请检查密钥是否完整、是否有效、是否可用于该模型。',
    },
    'model-not-found': {
      what: (d) => `${provider(d)} 没有名为“${text(d, 'model', '?')}”的模型。`,
      next: () => '请选择其他模型或改正名称。',
    },
    'model-rate-limited': {
      what: (d) => `${provider(d)} 正在限制你的请求频率。`,
      next: (d) => (has(d, 'seconds') ? `请在 ${text(d, 'seconds', '')} 秒后重试，或检查你的套餐。` : '请稍候再试，或检查你的套餐。'),
    },
    'model-overloaded': { what: (d) => `${provider(d)} 当前负载过高。`, next: () => '请稍后再试，或换一个模型。' },
    'model-context-too-long': {
      what: (d) => `对话内容超出了 ${text(d, 'model', '该模型')} 的上下文长度。`,
      next: () => '可以为它总结较早的消息，或选择能读更多内容的模型。无论哪种方式，您都保留全部消息。',
    },
    'context-nothing-to-summarise': {
      what: () => '目前没有值得总结的内容。',
      next: () => '最后几条消息总是原样提供给模型。如果它们本身就过长，请缩短或拆分附加的内容，或选择能读更多内容的模型。',
    },
    'model-refused-request': {
      what: (d) => `${provider(d)} 拒绝了请求。`,
      next: () => '原因见下方，可能是某个工具的 Schema 或附件不被接受。',
    },
    'model-unreachable': {
      what: (d) => (has(d, 'url') ? `无法通过 ${text(d, 'url', '')} 连接 ${provider(d)}。` : `无法连接 ${provider(d)}。`),
      next: (d) => (isUntrusted(text(d, 'reason', '')) ? untrustedNext : '请检查网络和接口地址；本机模型需要先启动。'),
    },
    'model-not-a-model': { what: () => '该地址的应答不是模型接口。', next: () => '请检查接口地址，通常以 /v1 结尾。' },
    'model-interrupted': {
      what: (d) => `${text(d, 'model', '模型')} 的回答中途断开。`,
      next: () => '已收到的内容已保留，点击“继续”接着回答。',
    },
    'model-failed': { what: (d) => `${provider(d)} 报告了错误。`, next: () => '请重试，其消息见下方。' },
    'model-file-unusable': { what: (d) => `“${text(d, 'file', '该文件')}”不能用作模型。`, next: (d) => modelFileReason(text(d, 'reason', '')) },
    'model-engine-missing': { what: () => '本机无法运行模型文件。', next: (d) => `运行模型文件的部件不支持${text(d, 'platform', '本系统')}。Ollama、LM Studio、llama-server、Jan 以及提供商的模型仍可使用。` },
    'model-process-ended': {
      what: (d) => (d['reason'] === 'memory' ? `${model(d)} 所需内存超过可用内存，已被结束。` : d['reason'] === 'unloaded' ? `${model(d)} 已从内存中移出。` : `运行 ${model(d)} 的进程意外结束。`),
      next: (d) => (d['reason'] === 'memory' ? '请在设置的“模型”中为它选择较小的上下文，或换用较小的文件。已收到的内容会保留。' : '已收到的内容会保留。发送下一条消息时会重新加载。'),
    },
    'model-answer-too-long': { what: () => '回答达到了长度上限。', next: () => '点击“继续”让模型接着回答。' },
    'model-tools-left-out': {
      what: (d) => {
        const names = list(d, 'tools');
        return names.length > 0 ? `以下工具没有提供给模型：${names.join('、')}。` : '有些工具没有提供给模型。';
      },
      next: () => '原因见各工具的页面，你仍可手动运行它们。',
    },
    'model-step-limit': {
      what: (d) => (has(d, 'steps') ? `模型在 ${text(d, 'steps', '')} 步后停止。` : '模型用完了一次回答允许的步数。'),
      next: () => '点击“继续”允许更多步骤。',
    },
    'conversation-busy': { what: () => '模型还在此对话中回答。', next: () => '请等待，或先停止回答。你的文字已保留。' },
    'file-refused': {
      what: (d) => ({ 'too-large': `“${text(d, 'name', '该文件')}”太大，无法附加。`, empty: `“${text(d, 'name', '该文件')}”是空文件。`, 'too-many-uploads': '同时上传的文件过多。', screenshot: '系统没有给出屏幕画面。' })[text(d, 'reason', '')] ?? '文件没有完整送达。',
      next: (d) => ({ 'too-large': '请附加较小的文件，或只附加其中一部分。', empty: '其中没有可发送的内容。', 'too-many-uploads': '请等一部分完成后再附加其余文件。', screenshot: '请在系统设置中允许 Portolan 录制屏幕，或用系统截图后粘贴。' })[text(d, 'reason', '')] ?? '请重新附加。',
    },
    'file-gone': { what: (d) => `“${text(d, 'name', '该文件')}”已不再保留。`, next: () => '没有发送任何内容。请移除后重新附加。' },
    'attachment-unfit': {
      what: (d) => (text(d, 'reason', '') === 'size' ? `“${text(d, 'name', '文件')}”对 ${text(d, 'model', '此模型')} 来说太大。` : `${text(d, 'model', '此模型')} 无法接收“${text(d, 'name', '文件')}”。`),
      next: () => '没有发送任何内容。请换一个模型、只发送文件名，或将其移除。',
    },
    'queue-full': { what: () => '此对话中等待的消息已达上限。', next: () => '请先发送或移除一些等待中的消息。你的文字已保留。' },
    'paste-not-understood': {
      what: (d) => (has(d, 'line') ? `无法识别这段内容（第 ${text(d, 'line', '?')} 行）。` : '无法把这段内容识别为服务器。'),
      next: (d) =>
        ({
          'shell-operator': '其中有给 shell 用的符号（如 |、>、;、&&），而这里没有 shell 来解释它。请只粘贴启动服务器的命令。你的文字已保留。',
          'open-quote': '有一个引号没有配对。请补上或去掉它。你的文字已保留。',
          'smart-quotes': '其中的引号是文章用的（“ ”），不是 JSON 用的（"）。请重新输入引号。你的文字已保留。',
          'too-large': '内容太长。请只粘贴与服务器有关的部分。你的文字已保留。',
        })[text(d, 'reason', '')] ?? '请粘贴含 “mcpServers” 或 “servers” 的 JSON、单个条目、命令行或网址。你的文字已保留。',
    },
    'paste-empty': { what: () => '这段内容里没有服务器。', next: () => '请粘贴包含命令或地址的部分。' },
    'config-broken': {
      what: (d) =>
        has(d, 'line')
          ? has(d, 'server')
            ? `第 ${text(d, 'line', '?')} 行的条目“${text(d, 'server', '')}”无法使用。${entryReason(text(d, 'reason', ''), text(d, 'field', ''))}`
            : `配置文件无法读取：第 ${text(d, 'line', '?')} 行${has(d, 'column') ? `，第 ${text(d, 'column', '?')} 列` : ''}。`
          : '配置文件无法读取。',
      next: (d) =>
        `${has(d, 'server') ? '其他条目不受影响。' : text(d, 'kept', '') === 'nothing' ? '你的文件原样保留。它还没有更早的版本，因此目前 Portolan 按空文件运行。' : '你的文件原样保留，当前使用上一个正确的版本。'}请改正 ${text(d, 'file', '该文件')}，改好后会立即重新读取。`,
    },
    'config-not-writable': {
      what: (d) => `无法写入配置文件 ${text(d, 'file', '')}`.trimEnd().concat('。'),
      next: () => '请检查其权限和磁盘剩余空间，文件内容没有改变。',
    },
    'other-file-changed': { what: (d) => `${text(d, 'file', '该文件')}已被修改。`, next: () => '请重新查看，没有写入任何内容。' },
    'other-file-unusable': {
      what: (d) => `${text(d, 'file', '该文件')}无法读取${has(d, 'line') ? `：第 ${text(d, 'line', '?')} 行` : ''}。`,
      next: () => '请用编辑器改正后重试，没有写入任何内容。',
    },
    'other-file-not-writable': { what: (d) => `无法写入 ${text(d, 'file', '该文件')}。`, next: () => '请检查其权限和磁盘剩余空间，文件保持原样。' },
    'config-backup-unusable': { what: () => '这份配置备份已无法使用。', next: () => '请选择另一份，当前内容没有改变。' },
    'secrets-locked': {
      what: () => '你的密钥和登录已锁定。',
      next: () => '请在“设置”的“机密”中打开它们。没有丢失任何内容。',
    },
    'secrets-not-guarded': {
      what: () => '无法把密钥保存在那里。',
      next: (d) => (text(d, 'reason', '') === 'denied' ? '系统不允许。一切保持原样。' : '一切保持原样。请选择其他方式。'),
    },
    'storage-failed': {
      what: (d) =>
        ({
          newer: '数据库由更新版本的 Portolan 写入。',
          'read-only': '数据目录无法写入。',
          full: '磁盘已满。',
        })[text(d, 'reason', '')] ?? '数据库无法读取或写入。',
      next: (d) =>
        ({
          newer: '请更新 Portolan，数据库没有被改动。',
          'read-only': '请检查数据目录的权限。',
          full: '请腾出空间，之前保存的内容不受影响。',
        })[text(d, 'reason', '')] ?? '请检查磁盘剩余空间和数据目录的权限，然后重启 Portolan。',
    },
    'bundle-refused': {
      what: () => '这个扩展包已被拒绝，没有保留其中任何内容。',
      next: (d) => {
        const subject = text(d, 'subject', '');
        const at = subject === '' ? '' : `（${subject}）`;
        return (
          {
            'too-large': `它或其中的文件超过了允许的大小${at}。`,
            'not-an-archive': '这个文件不是扩展包。',
            damaged: `它已损坏，或与其声明不符${at}。`,
            encrypted: `它被加密了${at}。`,
            compression: `它的压缩方式不是扩展包所用的${at}。`,
            'too-many-files': `其中的文件太多${at}。`,
            bomb: `解压后的大小远超其体积${at}。`,
            overlap: '其中的文件相互重叠，这是恶意压缩包的做法。',
            outside: `其中有文件会落到它自己的文件夹之外${at}。`,
            name: `其中有文件的名称并非在所有系统上都可用${at}。`,
            'device-name': `其中有文件以设备名命名${at}。`,
            'name-twice': `其中有两个文件在某些系统上同名${at}。`,
            link: `其中有链接或设备，而那里只应有文件${at}。`,
            'no-manifest': '其中没有 manifest.json。',
            manifest: `它的清单无效${at}。`,
            'newer-version': `它的清单版本是 Portolan 不认识的${at}。`,
            command: `它会运行不在包内的程序${at}。`,
            'entry-point': `缺少用来启动它的文件${at}。`,
            variable: `它要求取用扩展包不允许取用的值${at}。`,
            hash: '它不是注册表所描述的那个文件。',
            signature: '它带有的签名与这个文件不符：签名之后有人改动过它，或者签名已损坏。',
            'too-many-uploads': '还有其他扩展包在等待查看。',
            incomplete: '只收到了一部分。',
          }[text(d, 'reason', '')] ?? '它无法使用。'
        ).concat(text(d, 'reason', '') === 'too-many-uploads' ? '请先处理完它们。' : '请向制作者索取另一个。');
      },
    },
    'upload-refused': {
      what: () => '未能接收这个文件。',
      next: (d) => ({ 'too-large': '它超过了允许的大小。', 'too-many-uploads': '还有其他文件在等待查看，请先处理完它们。' })[text(d, 'reason', '')] ?? '只收到了一部分，请重新选择文件。',
    },
    'upload-gone': { what: () => '这个文件已不在这里。', next: () => '请重新选择文件。' },
    'backup-refused': {
      what: () => '无法恢复这个备份，没有任何改动。',
      next: (d) =>
        ({
          'not-a-backup': '它不是 Portolan 的备份。',
          newer: '它由更新版本的 Portolan 创建，请先更新。',
          shape: '其中的数据库结构与 Portolan 的不符。',
          room: '磁盘空间不足，无法查看它。',
        })[text(d, 'reason', '')] ?? '它已损坏或被截断，请换一份副本。',
    },
    'chat-file-refused': {
      what: () => '无法从这个文件读取对话，没有任何改动。',
      next: (d) =>
        ({
          damaged: '它已损坏或被截断，请重新下载。',
          encrypted: '它被加密了。请先解压，再选择其中的 conversations.json。',
          'too-large': '其中的内容超过了允许的大小（400 MB）。',
          'too-long': '读取用时过长。',
          nothing: '其中没有对话。请选择邮件中的 .zip 文件，或其中的 conversations.json。',
        })[text(d, 'reason', '')] ?? '它既不是从 Portolan 保存的对话，也不是 ChatGPT 或 Claude 提供的导出文件。请选择邮件中的 .zip 文件，或其中的 conversations.json。',
    },
    'bundle-gone': { what: () => '这个扩展包已不在这里。', next: () => '请重新选择文件。' },
    'registry-failed': {
      what: (d) =>
        ({
          address: '这个地址不能用作注册表。',
          'unknown-server': '注册表中没有这个服务器或版本。',
          'not-a-server': '注册表中这个服务器的条目无效。',
          'not-installable': '无法从这里安装。',
        })[text(d, 'reason', '')] ?? (has(d, 'registry') ? `注册表 ${text(d, 'registry', '')} 没有给出可用的答复。` : '注册表没有给出可用的答复。'),
      next: (d) =>
        ({
          address: '地址必须以 https:// 开头，或位于本机。',
          unreachable: isUntrusted(text(d, 'cause', '')) ? untrustedNext : '请检查网络后重试。',
          timeout: '等待时间过长，请稍后重试。',
          status: `它返回了 HTTP 状态 ${text(d, 'status', '?')}，请稍后重试。`,
          'too-large': '它的答复过大。',
          redirect: '它要求转到别处，Portolan 不会跟随。',
          'unknown-server': '请重新查找，或选择其他版本。',
          'not-a-server': '请让发布者修正，或选择其他版本。',
          'not-installable': '请通过表单或粘贴配置来添加。',
        })[text(d, 'reason', '')] ?? '那里的服务不支持注册表 API，请检查地址。',
    },
    'proxy-failed': {
      what: (d) => {
        const proxy = text(d, 'proxy', '?');
        return (
          {
            'not-set': '请求应通过代理发送，但没有设置代理。',
            credentials: `代理 ${proxy} 需要用户名和密码${text(d, 'status', '') === '407' ? '（HTTP 407）' : ''}，或不接受已提供的用户名和密码。`,
            refused: `代理 ${proxy} 拒绝连接 ${text(d, 'target', '?')}（HTTP ${text(d, 'status', '?')}）。`,
            certificate: `这台电脑不信任代理 ${proxy} 的证书。`,
            'not-a-proxy': `${proxy} 上应答的不是 HTTP 代理。`,
          }[text(d, 'reason', '')] ?? `无法连接代理 ${proxy}${has(d, 'cause') ? `（${text(d, 'cause', '')}）` : ''}。`
        );
      },
      next: (d) =>
        ({
          'not-set': '请在“设置 > 网络”中填写代理地址，或改选其他方式。',
          credentials: '请在“设置 > 网络”中填写用户名和密码。',
          refused: '请代理的管理者放行该地址，或在“设置 > 网络”中将它列为直接连接。',
          certificate: '请在“设置 > 网络”中选择公司的证书文件。',
          'not-a-proxy': '请在“设置 > 网络”中检查地址和端口。',
        })[text(d, 'reason', '')] ?? '请在“设置 > 网络”中检查代理地址；如果现在不在公司网络中，请先接入，或改选“直接连接”。',
    },
    'address-unreachable': {
      what: (d) => `无法连接 ${text(d, 'url', '?')}${has(d, 'reason') && text(d, 'reason', '') !== '' ? `（${text(d, 'reason', '')}）` : ''}。`,
      next: (d) => (isUntrusted(text(d, 'reason', '')) ? untrustedNext : '请检查地址和网络；如果这里需要代理，请在“设置 > 网络”中设置。'),
    },
    'install-link-refused': {
      what: () => '这个添加服务器的链接已被拒绝。',
      next: (d) => {
        const subject = text(d, 'subject', '');
        const named = subject === '' ? '' : `（${subject}）`;
        return (
          {
            'too-large': '它比任何正常的链接都长。',
            'not-an-install': '它不是用来添加服务器的。',
            'unknown-key': `其中有一个不该出现的字段${named}。`,
            'duplicate-key': `同一项写了两次${named}，可能有两种读法。`,
            encoding: '它的内容已损坏。',
            'not-json': '它的内容已损坏。',
            'wrong-type': `有一个字段的类型不对${named}。`,
            'bad-url': `其中的地址无法使用${named}。`,
            'bad-name': `其中的服务器名称无法使用${named}。`,
            'name-twice': '服务器名称写了两次。',
            'command-and-url': `其中的服务器既有程序又有地址${named}。`,
            'no-server': '其中没有服务器。',
            'too-many': `其中的服务器太多${named}。`,
          }[text(d, 'reason', '')] ?? '它不是 Portolan 的链接。'
        ).concat('没有添加任何内容。如果你信任它的来源，请向对方索取配置文本并粘贴。');
      },
    },
    'install-link-gone': { what: () => '这个链接已不在等待。', next: () => '它可能已在另一个窗口中处理或忽略。需要时请重新打开它。' },
    'link-refused': {
      what: (d) =>
        ({
          'hidden-characters': '该链接含有不可见字符。',
          scheme: `不打开“${text(d, 'scheme', '?')}”类型的链接。`,
          'user-name': '该链接带有用户名或密码。',
        })[text(d, 'reason', '')] ?? '这不是可以打开的链接。',
      next: () => '只打开普通的 http、https 和 mailto 链接。',
    },
  },
};
