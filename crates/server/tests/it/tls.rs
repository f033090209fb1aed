//! TLS to PostgreSQL, as `sslmode` in the address asks for it.

use parlor_chaos::Postgres as PostgresServer;
use parlor_server::error_chain;
use parlor_server::storage::Postgres;
use std::path::Path;

#[tokio::test(flavor = "multi_thread")]
async fn sslmode_means_what_it_means_to_postgres() {
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tls");
    let root = format!("&sslrootcert={}", files.join("ca.pem").display());
    let server = PostgresServer::start_with_tls(&files).await.unwrap();
    let url = server.create_database().await.unwrap();
    let (url, _) = url.split_once('?').unwrap();
    let named = url.replace("127.0.0.1", "localhost");
    // Where the address has a name, the server's certificate has another one.
    for (url, mode, root, is_encrypted) in [
        (url, "disable", "", false),
        (url, "allow", "", false),
        (url, "prefer", "", true),
        (url, "require", "", true),
        (url, "verify-ca", root.as_str(), true),
        (url, "verify-full", root.as_str(), true),
        (named.as_str(), "require", "", true),
        (named.as_str(), "verify-ca", root.as_str(), true),
    ] {
        // What another connection sees of it.
        let storage = Postgres::open(&format!("{url}?sslmode={mode}{root}&application_name=x")).await;
        let storage = storage.unwrap_or_else(|error| panic!("{url} {mode}: {}", error_chain(&error)));
        let client = parlor_chaos::connect(&format!("{url}?sslmode=disable")).await.unwrap();
        let sql =
            "SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'parlor'";
        let rows = client.query(sql, &[]).await.unwrap();
        assert!(!rows.is_empty(), "{url} {mode}");
        assert!(rows.iter().all(|row| row.get::<_, bool>(0) == is_encrypted), "{url} {mode}");
        drop(storage);
        let is_gone = async || client.query(sql, &[]).await.unwrap().is_empty();
        while !is_gone().await {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    }
    for (url, parameters, reason) in [
        (url, "sslmode=verify-ca".to_string(), "UnknownIssuer"),
        (url, "sslmode=verify-full".to_string(), "UnknownIssuer"),
        (named.as_str(), format!("sslmode=verify-full{root}"), "not valid for name"),
        (url, "sslmode=verify-full&sslrootcert=/nonexistent".to_string(), "can't use /nonexistent"),
        (url, "sslmode=verify".to_string(), "there is no sslmode \"verify\""),
        (url, "sslcert=/nonexistent".to_string(), "sslcert and sslkey belong together"),
    ] {
        // It is no use to try again.
        let patience = std::time::Duration::from_secs(3_600);
        let refused = Postgres::open_within(&format!("{url}?{parameters}"), patience).await.err().unwrap();
        assert!(error_chain(&refused).contains(reason), "{parameters}: {}", error_chain(&refused));
    }
}
