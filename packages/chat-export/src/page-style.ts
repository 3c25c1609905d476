/** The style sheet of an exported page. It stands in the file; nothing is loaded for it. */
export const pageStyle = `
:root{color-scheme:light dark;--ink:light-dark(#1c1b19,#e8e6e1);--soft:light-dark(#5f5c55,#a5a29a);--line:light-dark(#dedbd3,#3a3a3d);--field:light-dark(#f4f3ef,#222327);--paper:light-dark(#fdfcfa,#17181b);--person:light-dark(#e4f1fa,#1d3442);--warn:light-dark(#7a4b00,#e3b15b)}
*{box-sizing:border-box}
body{margin:0 auto;max-width:46rem;padding:2.5rem 1.25rem 4rem;background:var(--paper);color:var(--ink);font:1rem/1.6 system-ui,"Noto Sans","Noto Sans CJK SC","PingFang SC","Microsoft YaHei",sans-serif;overflow-wrap:anywhere}
h1{margin:0;font-size:1.6rem;line-height:1.3}
header p,time,.note,.footnote{color:var(--soft);font-size:.875rem}
header{margin-bottom:2rem;border-bottom:1px solid var(--line)}
article{margin:0 0 1.75rem}
article>h2{margin:0 0 .5rem;font-size:.9375rem}
article>h2 time{margin-left:.5rem;font-weight:400}
article.user .text{background:var(--person);border-radius:.75rem;padding:.1rem 1rem}
h3,h4,h5,h6{margin:1.25rem 0 .5rem;line-height:1.35;font-size:1.0625rem}
pre{margin:.75rem 0;padding:.75rem 1rem;max-height:32rem;overflow:auto;white-space:pre-wrap;background:var(--field);border:1px solid var(--line);border-radius:.5rem;font:.8125rem/1.55 ui-monospace,"Cascadia Code",Menlo,Consolas,monospace}
code{font:.875em ui-monospace,"Cascadia Code",Menlo,Consolas,monospace;background:var(--field);border-radius:.25rem;padding:.1em .3em}
pre code{background:none;padding:0;font-size:inherit}
figure{margin:.75rem 0}
.language{color:var(--soft);font-size:.75rem}
details{margin:.75rem 0;border:1px solid var(--line);border-radius:.5rem;padding:.5rem 1rem}
summary{cursor:pointer;font-size:.9375rem}
details h3{font-size:.875rem;color:var(--soft)}
blockquote{margin:.75rem 0;padding-left:1rem;border-left:3px solid var(--line);color:var(--soft)}
.table{overflow-x:auto}
table{border-collapse:collapse;font-size:.9375rem}
th,td{border:1px solid var(--line);padding:.35rem .75rem;text-align:left;vertical-align:top}
.center{text-align:center}.right{text-align:right}
img{max-width:100%;height:auto;border-radius:.5rem}
audio{width:100%}
a{color:light-dark(#0b5c8c,#6fb9e6)}
.unseen{color:var(--warn);font-size:.8em}
hr{border:0;border-top:1px solid var(--line)}
@media print{body{max-width:none;padding:0}pre{max-height:none}}
`;
