//! The harness detects the faults that it exists for; otherwise they would stay undetected.

use crate::chromium::Chromium;
use crate::program::Folder;
use crate::tab::{Look, Tab};

pub(crate) const TESTS: &[crate::Test] = &[
    ("faults_are_seen", faults_are_seen),
    ("people_are_imitated", people_are_imitated),
    ("looks_are_taken_on", looks_are_taken_on),
    ("downloads_arrive", downloads_arrive),
];

fn faults_are_seen(browser: &Chromium) {
    for (html, fault) in [
        ("<p>nothing</p>", ""),
        ("<script>throw new Error('no')</script>", "exception"),
        ("<script>Promise.reject(new Error('no'))</script>", "exception"),
        ("<script>console.warn('no')</script>", "console"),
        ("<script>setTimeout(() => alert(1))</script>", "dialog"),
        ("<img src='http://example.invalid/x.png'>", "request: http"),
        ("<img src='x.png'>", "request: file"),
        ("<script>fetch('http://example.invalid/').catch(() => 0)</script>", "request"),
        (
            "<meta http-equiv='Content-Security-Policy' content=\"script-src \
             'none'\"><script>1</script>",
            "log",
        ),
    ] {
        let folder = Folder::new("");
        let tab = Tab::new(browser, Look::DESK);
        tab.open_without_waiting(&folder.page(&format!("<!DOCTYPE html>{html}")));
        if fault == "dialog" {
            tab.event("Page.javascriptDialogOpening", |_| true);
            tab.call("Page.handleJavaScriptDialog", serde_json::json!({"accept": true}));
        }
        tab.loaded();
        let faults = tab.faults();
        if fault.is_empty() {
            assert!(faults.is_empty(), "{faults:?}");
        } else {
            assert!(faults.iter().any(|seen| seen.starts_with(fault)), "{html}: {faults:?}");
        }
    }
}

fn people_are_imitated(browser: &Chromium) {
    let folder = Folder::new("");
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.page(
        "<!DOCTYPE html><body style='height: 3000px'><p id=log></p><p style='margin-top: 2000px'>
        <button id=b>b</button> <input id=i value=old> <select id=s><option>1<option>2</select>
        <div id=h style='width: 9px; height: 9px'></div>
        <script>
        const log = text => { document.getElementById('log').textContent += text + ' '; };
        b.onclick = () => log('click');
        i.onchange = () => log('i=' + i.value);
        s.onchange = () => log('s=' + s.value);
        h.onpointermove = event => log('move');
        addEventListener('keydown', event => log((event.shiftKey ? '+' : '') + event.key));
        </script>",
    ));
    tab.click("#b");
    tab.write("#i", "new");
    tab.choose("#s", "2");
    tab.hover("#h");
    tab.key("Shift+ArrowLeft");
    tab.eval("setTimeout(() => log('late'), 300) && 1");
    tab.wait("document.querySelector('#log').innerText.includes('late')");
    assert_eq!(tab.text("#log").trim(), "click Enter i=new s=2 move +ArrowLeft late");
    tab.eval("document.getElementById('b').focus()");
    tab.key("Tab");
    assert_eq!(tab.eval("document.activeElement.id"), "i");
    assert_eq!(tab.count("option"), 2);
    assert_eq!(tab.texts("option"), ["1", "2"]);
    tab.is_faultless();
}

fn looks_are_taken_on(browser: &Chromium) {
    let folder = Folder::new("");
    let page = folder.page(
        "<!DOCTYPE html><meta name=viewport content='width=device-width'><noscript>none</noscript>
        <script>document.title = 'script'</script>",
    );
    let tab = Tab::new(browser, Look { dark: true, ..Look::PHONE });
    tab.open(&page);
    assert_eq!(tab.eval("innerWidth"), 390);
    assert_eq!(tab.eval("matchMedia('(prefers-color-scheme: dark)').matches"), true);
    assert_eq!(tab.eval("matchMedia('(pointer: coarse)').matches"), true);
    tab.look(Look { print: true, ..Look::DESK });
    assert_eq!(tab.eval("matchMedia('print').matches"), true);
    assert_eq!(tab.eval("matchMedia('(prefers-color-scheme: light)').matches"), true);
    assert_eq!(tab.eval("document.title"), "script");
    tab.look(Look { script: false, ..Look::DESK });
    tab.open(&page);
    assert_eq!(tab.eval("document.title"), "");
    assert_eq!(&tab.shot(true)[1..4], b"PNG");
    assert_eq!(&tab.pdf()[..4], b"%PDF");
}

fn downloads_arrive(browser: &Chromium) {
    let folder = Folder::new("");
    let tab = Tab::new(browser, Look::DESK);
    tab.open(&folder.page(
        "<!DOCTYPE html><button id=b>b</button><script>
        b.onclick = () => {
            const link = document.createElement('a');
            link.href = URL.createObjectURL(new Blob(['caf\\u00e9,1\\n']));
            link.download = 'x.csv';
            link.click();
        };
        </script>",
    ));
    for _ in 0..2 {
        assert_eq!(tab.download("#b"), ("x.csv".to_owned(), "café,1\n".to_owned()));
    }
    tab.eval("navigator.clipboard.writeText('copied')");
    assert_eq!(tab.eval("navigator.clipboard.readText()"), "copied");
    tab.is_faultless();
}
